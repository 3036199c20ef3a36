-- Orders of the window by hour, as small as the components need them: 6 x 4 x 6 groups an hour.
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
