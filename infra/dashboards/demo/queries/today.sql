with today as (select * from orders where at between :to - interval '24 hours' and :to)
select 'Orders', null, count(*), '#2f7ed8' from today
union all
select 'Revenue', '¥', coalesce(sum(amount), 0), '#8bbc21' from today
union all
select 'Mean basket', '¥', coalesce(round(avg(amount), 1), 0), null from today
union all
select 'Delivered', '%', coalesce(round(avg(case state when 'Delivered' then 100 else 0 end), 1), 0), '#f28f43' from today
