select region, at, visitors
from visits
where at between :to - interval '6 hours' and :to
order by region, at
