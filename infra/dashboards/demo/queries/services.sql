select name as "Service", sum(requests) as "Requests", round(sum(errors) * 100.0 / sum(requests), 2) as "Errors, %",
       string_agg(millis::text, '|' order by at) as "Response time"
from calls
join services on id = service
where at between :to - interval '2 hours' and :to
group by name, place
order by place
