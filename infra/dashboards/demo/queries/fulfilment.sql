select channel, state, count(*)
from orders
where at between :from and :to
group by channel, state
-- The states in the order of the work, so that each keeps its colour from refresh to refresh.
order by array_position(array['Waiting', 'Packed', 'On the way', 'Delivered'], state), channel
