select name, 'orders', count(at), color
from regions
left join orders on region = name and at between :to - interval '24 hours' and :to
group by name, color
order by count(at) desc
