-- Shows the median and the slowest tenth of the requests as separate series.
select name, series, at, value
from calls
join services on id = service,
lateral (values ('Median', millis), ('Slowest tenth', millis * 2 + errors)) as named (series, value)
where at between :to - interval '3 hours' and :to and id in ('storefront', 'checkout', 'payment')
order by place, series, at
