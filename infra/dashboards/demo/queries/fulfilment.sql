select channel, state, count(*)
from orders
where at between :from and :to
group by channel, state
order by min(at)
