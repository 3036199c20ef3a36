with latest as (
  select team, kind from tickets where at between :to - interval '12 hours' and :to
)
select team, kind, count(*)
from latest
group by team, kind
order by team, kind;
