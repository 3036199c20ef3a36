select status, name, message, to_char(at at time zone 'utc' at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')
from alarms
join services on id = service
where at <= :to
order by at desc
limit 8
