-- Orders of the window, grouped by hour and by all columns that the components need: 6 x 4 x 6 groups an hour.
select
  region,
  channel,
  category,
  date_trunc('hour', at) as hour,
  count(*) as orders,
  sum(amount) as amount,
  count_if(status = 'refunded') as refunds
from orders
where day >= date(:from) and at between :from and :to and status <> 'cancelled'
group by 1, 2, 3, 4
