-- The services that the shop runs on, with the same range of times as shop.sql.
create table services (
  id text primary key, name text not null, place int not null, usual_requests int not null, usual_millis int not null
);
create table service_links (
  source text not null references services, target text not null references services, protocol text
);
create table calls (
  at timestamp not null, service text not null references services, requests int not null, errors int not null,
  millis int not null
);
create table alarms (
  at timestamp not null, status int not null, service text not null references services, message text not null
);
create table incidents (
  opened timestamp not null, closed timestamp not null, service text not null references services, title text not null,
  lead text not null
);
create table edges (
  id int primary key, place text not null, country text not null, kind text not null, millis int not null
);

insert into services values
  ('storefront', 'Storefront', 1, 5200, 142), ('search', 'Search', 2, 3100, 88), ('basket', 'Basket', 3, 1900, 61),
  ('checkout', 'Checkout', 4, 640, 215), ('payment', 'Payment', 5, 420, 318), ('stock', 'Stock', 6, 1500, 47);

insert into service_links values
  ('storefront', 'search', 'HTTP'), ('storefront', 'basket', 'HTTP'), ('basket', 'stock', 'gRPC'),
  ('basket', 'checkout', 'HTTP'), ('checkout', 'payment', 'HTTP'), ('checkout', 'stock', null);

insert into calls
select at, id, requests, requests * (abs(hashint4(n * place + 7)) % 9) / 1000, round(usual_millis * (0.85 + 0.3 * load))
from services, generate_series(-192, 192) as n,
     lateral (select date_trunc('hour', now() at time zone 'utc') + n * interval '15 minutes' as at,
                     1 + 0.4 * sin(n / 15.28) + (abs(hashint4(n * 10 + place)) % 20) / 100.0 as load) as moment,
     lateral (select round(usual_requests * load)::int as requests) as noisy;

insert into alarms
select date_trunc('minute', now() at time zone 'utc') + n * interval '11 minutes', status, service, message
from generate_series(-260, 260) as n
join (values (0, 3, 'payment', 'Provider answers slowly'), (1, 2, 'search', 'Index is 5 minutes old'),
             (2, 1, 'stock', 'Replica caught up'), (3, 2, 'checkout', 'Errors above 0.5 %'),
             (4, 1, 'basket', 'Memory below 70 % again'), (5, 2, 'storefront', 'Images load slowly'))
  as messages (place, status, service, message) on place = abs(hashint4(n)) % 6;

insert into incidents
select date_trunc('minute', now() at time zone 'utc') + n * interval '6 hours' - interval '35 minutes',
       date_trunc('minute', now() at time zone 'utc') + n * interval '6 hours' + interval '4 hours',
       (array['payment', 'search', 'stock'])[1 + abs(n) % 3],
       (array['Payment provider is slow', 'Search results are stale', 'Stock counts lag behind'])[1 + abs(n) % 3],
       (array['Li Na', 'Wang Wei', 'Chen Jie'])[1 + abs(n) % 3]
from generate_series(-8, 8) as n;

insert into edges values
  (310000, '上海', '中国', 'datacentre', 212), (440100, '广州', '中国', 'datacentre', 238),
  (392, '东京', '日本', 'edge', 340), (702, '新加坡', '新加坡', 'edge', 385),
  (276, '法兰克福', '德国', 'edge', 612), (840, '洛杉矶', '美国', 'edge', 574);
