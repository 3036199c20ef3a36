-- An order counts for its own step and for all steps before it.
select step, count(*), color
from orders
join (values (1, 'Ordered', '#2f7ed8', array['Waiting', 'Packed', 'On the way', 'Delivered']),
             (2, 'Packed', '#1aadce', array['Packed', 'On the way', 'Delivered']),
             (3, 'Sent', '#8bbc21', array['On the way', 'Delivered']),
             (4, 'Delivered', '#f28f43', array['Delivered'])) as steps (position, step, color, states)
  on state = any (states)
where at between :to - interval '24 hours' and :to
group by position, step, color
order by position
