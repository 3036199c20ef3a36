-- Without an open incident there are no rows, and the component hides itself.
select name, value
from (
  select incidents.*, services.name as affected
  from incidents
  join services on id = service
  where opened <= :to and closed > :to
  order by opened desc
  limit 1
) as latest,
lateral (values ('What', title), ('Service', affected), ('Lead', lead),
                ('Since', to_char(opened at time zone 'utc' at time zone 'Asia/Shanghai', 'HH24:MI')))
  as named (name, value)
