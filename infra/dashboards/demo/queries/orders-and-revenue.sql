-- The last eight whole hours before the current time of the request.
with hours as (
  select date_trunc('hour', at) as hour, count(*) as orders, sum(amount) / 1000.0 as revenue
  from orders
  where at >= date_trunc('hour', :to) - interval '8 hours' and at < date_trunc('hour', :to)
  group by 1
)
select series, to_char(hour at time zone 'utc' at time zone 'Asia/Shanghai', 'HH24:MI'), value
from hours, lateral (values ('Orders', orders), ('Revenue', round(revenue, 1))) as named (series, value)
order by hour, series
