-- The headers are the names of the series: two columns, then two lines.
with sold as (
  select date_trunc('hour', at) as hour, count(*) as orders, count(*) filter (where device = 'Phone') as phones
  from orders
  where at >= date_trunc('hour', :to) - interval '8 hours' and at < date_trunc('hour', :to)
  group by 1
), answered as (
  select date_trunc('hour', at) as hour, round(avg(millis) filter (where service = 'checkout')) as checkout,
         round(avg(millis) filter (where service = 'payment')) as payment
  from calls
  group by 1
)
select hour, orders as "Orders", phones as "of them by phone", checkout as "Checkout", payment as "Payment"
from sold
join answered using (hour)
order by hour
