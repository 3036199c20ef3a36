select name, to_char(at at time zone 'utc' at time zone 'Asia/Shanghai', 'HH24:MI'), requests
from calls
join services on id = service
where at between :to - interval '2 hours' and :to and id in ('storefront', 'search', 'basket')
order by place, at
