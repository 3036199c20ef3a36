select region || '|' || category || '|' || channel, sum(amount)
from orders
where at between :to - interval '24 hours' and :to
group by region, category, channel
order by region, category, channel
