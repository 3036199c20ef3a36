-- A small shop with orders from two days ago to two days ahead, so that every time range of the demo has rows.
create table regions (name text primary key, color text not null);
create table warehouses (
  id text primary key, name text not null, region text not null references regions, pallets int not null,
  room int not null
);
create table orders (
  at timestamp not null, channel text not null, device text not null, region text not null, category text not null,
  state text not null, amount int not null
);
create table visits (at timestamp not null, region text not null, visitors int not null, pages int not null);
create table tickets (at timestamp not null, team text not null, kind text not null);
create table refunds (at timestamp not null, reason text not null, color text not null);
create table transfers (
  source text not null references warehouses, target text not null references warehouses, pallets int not null
);

insert into regions values ('East', '#2f7ed8'), ('South', '#f28f43'), ('North', '#8bbc21'), ('West', '#77a1e5');

insert into warehouses values
  ('hgh', 'Hangzhou', 'East', 1284, 1600), ('szv', 'Suzhou', 'East', 962, 1200),
  ('can', 'Guangzhou', 'South', 1105, 1400), ('tsn', 'Tianjin', 'North', 738, 1000), ('ctu', 'Chengdu', 'West', 512, 800);

insert into transfers values
  ('hgh', 'szv', 46), ('hgh', 'tsn', 31), ('hgh', 'ctu', 22), ('can', 'hgh', 38), ('can', 'ctu', 17), ('szv', 'tsn', 12);

insert into orders
select date_trunc('minute', now() at time zone 'utc') + n * interval '15 seconds',
       (array['Own shop', 'Own shop', 'Own shop', 'Marketplace', 'Marketplace', 'Live stream'])[1 + abs(hashint4(n)) % 6],
       (array['Phone', 'Phone', 'Desktop'])[1 + abs(hashint4(n + 10000)) % 3],
       (array['East', 'East', 'East', 'East', 'South', 'South', 'North', 'West'])[1 + abs(hashint4(n + 30000)) % 8],
       (array['Clothing', 'Clothing', 'Home', 'Home', 'Electronics', 'Toys'])[1 + abs(hashint4(n + 40000)) % 6],
       (array['Delivered', 'Delivered', 'On the way', 'Packed', 'Waiting'])[1 + abs(hashint4(n + 20000)) % 5],
       40 + abs(hashint4(n + 50000)) % 360
from generate_series(-11520, 11520) as n
where abs(hashint4(n + 60000)) % 100 < 75 + 25 * sin(n / 916.7);

insert into visits
select date_trunc('hour', now() at time zone 'utc') + n * interval '30 minutes', name, visitors,
       visitors * (3 + abs(hashint4(n)) % 3)
from generate_series(-96, 96) as n,
     (values ('East', 900), ('South', 640), ('North', 410), ('West', 260)) as usual (name, number),
     lateral (select round(number * (1 + 0.4 * sin(n / 7.64)) + abs(hashint4(n * number)) % 60)::int as visitors) as rhythm;

insert into tickets
select date_trunc('minute', now() at time zone 'utc') + n * interval '4 minutes',
       (array['Shop', 'Logistics'])[1 + abs(hashint4(n)) % 2],
       (array['Delivery', 'Payment', 'Return', 'Delivery', 'Account'])[1 + abs(hashint4(n + 10000)) % 5]
from generate_series(-720, 720) as n;

insert into refunds
select date_trunc('minute', now() at time zone 'utc') + n * interval '20 minutes', reason, color
from generate_series(-144, 144) as n
join (values (0, 'Wrong size', '#2f7ed8'), (1, 'Damaged', '#f28f43'), (2, 'Late', '#8bbc21'), (3, 'Wrong size', '#2f7ed8'),
             (4, 'Changed mind', '#77a1e5')) as reasons (place, reason, color) on place = abs(hashint4(n)) % 5;
