select 'Open', count(*) filter (where closed > :to)::text from incidents where opened <= :to
union all
select 'Today', count(*)::text from incidents where opened between :to - interval '24 hours' and :to
union all
select 'Alarms in an hour', count(*)::text from alarms where at between :to - interval '1 hour' and :to
