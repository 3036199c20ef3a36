import { expect, jest, test } from '@jest/globals';
import { functionAlarms } from '../../../../infra/build/stack/function-alarms.ts';
import { priceWatching, WATCHED } from '../../../../infra/tools/cost/price-watching.ts';
import type { ExchangeContext } from '../../../../shared/handler/exchange.ts';
import { logRequests } from '../../../../shared/middleware/log-requests.ts';
import { PRICES } from './wall-of.ts';

test('watching costs by the function, and for the stack', () => {
  expect(priceWatching(1, PRICES)).toBe(4.9);
  expect(priceWatching(14, PRICES)).toBe(28.3);
});

test('each function has the alarms that are counted', () => {
  const alarms = functionAlarms('wall', { family: 'pie', name: 'wall-pie', timeout: 10_000 }, []);
  expect(Object.keys(alarms)).toHaveLength(WATCHED.alarms);
});

test('each function has the metrics that are counted', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const context = { exchange: { startedAt: 0, notedAt: 0, durations: {} } } as unknown as ExchangeContext;
  logRequests('wall').requestEnd({ context, response: { statusCode: 200 } });
  const line = JSON.parse(String(write.mock.calls[0]?.[0]));
  write.mockRestore();
  expect(line._aws.CloudWatchMetrics).toHaveLength(1);
  const [{ Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
  expect([Dimensions, Metrics.length]).toEqual([[['dashboard', 'function']], WATCHED.metrics]);
});
