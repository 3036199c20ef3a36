-- A small shop whose clock runs two days to either side of now, so that every time range of a demo holds something.
create table orders (at timestamp not null, channel text not null, device text not null, state text not null);
create table tickets (at timestamp not null, team text not null, kind text not null);
create table refunds (at timestamp not null, reason text not null, color text not null);

insert into orders
select date_trunc('minute', now() at time zone 'utc') + n * interval '1 minute',
       (array['Own shop', 'Own shop', 'Own shop', 'Marketplace', 'Marketplace', 'Live stream'])[1 + abs(hashint4(n)) % 6],
       (array['Phone', 'Phone', 'Desktop'])[1 + abs(hashint4(n + 10000)) % 3],
       (array['Delivered', 'Delivered', 'On the way', 'Packed', 'Waiting'])[1 + abs(hashint4(n + 20000)) % 5]
from generate_series(-2880, 2880) as n;

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
