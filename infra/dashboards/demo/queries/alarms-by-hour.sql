with hours as (
  select date_trunc('hour', at) as hour, status
  from alarms
  where at >= date_trunc('hour', :to) - interval '12 hours' and at < date_trunc('hour', :to)
)
select to_char(hour at time zone 'utc' at time zone 'Asia/Shanghai', 'HH24:MI') as "hour",
       count(*) filter (where status = 3) as "severe", count(*) filter (where status = 2) as "warning",
       count(*) filter (where status = 1) as "cleared"
from hours
group by hours.hour
order by hours.hour
