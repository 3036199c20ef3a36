select country, 'First screen, ms', place, millis + extract(minute from :to)::int, null
from edges
order by id
