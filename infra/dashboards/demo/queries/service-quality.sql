-- Six measures of two services, each from 0 to 100. The middle of the chart shows the mean of all.
with hour as (
  select name, place, avg(millis) / min(usual_millis) as slowness, sum(errors) * 100.0 / sum(requests) as failed,
         avg(requests) / min(usual_requests) as load
  from calls
  join services on id = service
  where at between :to - interval '1 hour' and :to and id in ('checkout', 'payment')
  group by name, place
), measures as (
  select place, name, position, measure, round(least(greatest(value, 0), 100), 1) as value
  from hour,
  lateral (values (1, 'Speed', 150 - 60 * slowness), (2, 'Success', 100 - 10 * failed), (3, 'Calm', 140 - 60 * load),
                  (4, 'Tests', 96 - place), (5, 'Freshness', 70 + 4 * place), (6, 'Backups', 100))
    as named (position, measure, value)
)
select round(avg(value) over (), 1), measure, 100, name, value
from measures
order by place, position
