import { roundMoney } from './price-endpoint.ts';
import { type PriceList, priceOf } from './price-list.ts';

/** What watches each function: the metrics of its log line, and infra/build/stack/function-alarms.ts. */
export const WATCHED = { metrics: 5, alarms: 3 } as const;

/** What watching a stack costs a month, whatever is asked of it: metrics, alarms and the CloudWatch dashboard. */
export const priceWatching = (functions: number, prices: PriceList): number =>
  roundMoney(
    priceOf(prices, 'metric', functions * WATCHED.metrics) +
      priceOf(prices, 'alarm', functions * WATCHED.alarms + 1) +
      priceOf(prices, 'page', 1),
  );
