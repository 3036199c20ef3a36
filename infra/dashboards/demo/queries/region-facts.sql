select region, label, value
from (
  select region, count(*) as orders, sum(amount) / 1000.0 as revenue
  from orders
  where at between :to - interval '24 hours' and :to and region in ('East', 'South', 'North')
  group by region
) as sums,
lateral (values ('Orders', orders::text), ('Revenue', '¥ ' || round(revenue) || ' k')) as named (label, value)
