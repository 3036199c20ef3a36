select channel, state, count(*)
from orders
where at between :from and :to
group by channel, state
-- The states are always in the same order, so that each keeps its colour after a refresh.
order by array_position(array['Waiting', 'Packed', 'On the way', 'Delivered'], state), channel
