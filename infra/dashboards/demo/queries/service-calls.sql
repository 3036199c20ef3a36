-- The calls through each link: those of the service at its end, in the last hour.
with hour as (
  select service, round(avg(millis)) as millis, max(millis) as slowest, round(sum(errors) * 100.0 / sum(requests), 2) as failed,
         sum(requests) as requests
  from calls
  where at between :to - interval '1 hour' and :to
  group by service
), links (source, target, service) as (
  select source, target, target from service_links
  union all
  values ('shop_[0-BROWSER]_1_1_1', 'storefront', 'storefront'), ('shop_[0-APP]_1_1_2', 'storefront', 'storefront'),
         ('stock', 'shop_east_db_1_MYSQL_orders', 'stock'), ('basket', 'shop_east_cache_1_REDIS_baskets', 'basket'),
         ('checkout', 'queue', 'checkout'), ('queue', 'couriers', 'checkout')
)
select source, target, millis, failed, slowest, requests
from links
join hour using (service)
