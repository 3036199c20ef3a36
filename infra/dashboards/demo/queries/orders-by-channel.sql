select device, channel, count(*)
from orders
where at between :from and :to
group by device, channel
order by device, count(*) desc
