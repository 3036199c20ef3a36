import { describe, expect, jest, test } from '@jest/globals';
import { priceWatching } from '../../../infra/cost/price-watching.ts';
import { watchingResources } from '../../../infra/stack/watching/watching.ts';
import type { Watch } from '../../../shared/config/dashboard-config.ts';
import { logRequests } from '../../../shared/middleware/log-requests.ts';
import type { InvocationContext } from '../../../shared/middleware/request-context.ts';
import { PRICES } from '../../support/cost/wall-of.ts';
import { dashboard, endpoint } from '../../support/template/dashboard.ts';

const FAMILIES = ['pie', 'bar', 'line'];

/** Returns the metrics that a function's log line creates, by name and dimensions. */
const metricsOf = (watch: Watch, functionName: string): readonly string[] => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const context = { functionName } as InvocationContext;
  const { requestStart, requestEnd } = logRequests({ dashboard: 'wall', stage: 'dev', watch });
  requestStart({ context, response: undefined });
  requestEnd({ context, response: { statusCode: 200 } });
  const line = JSON.parse(String(write.mock.calls[0]?.[0]));
  write.mockRestore();
  const directives: readonly { Dimensions: string[][]; Metrics: { Name: string }[] }[] = line._aws.CloudWatchMetrics;
  return directives.flatMap(({ Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name }) => [Name, ...names.map((name) => `${name}=${line[name]}`)].join(' ')),
    ),
  );
};

const stackOf = (families: readonly string[]) => ({
  name: 'wallfeed-wall-dev',
  stage: 'dev',
  region: 'us-east-1',
  functions: families.map((family) => ({ family, name: `wall-dev-${family}`, timeout: 10_000 })),
  hasDatabase: true,
  tags: [],
});

const resourcesOf = (watch: Watch, type: string) => {
  const stack = stackOf(FAMILIES);
  const wall = dashboard([endpoint('pie', 'a')], { watch });
  return Object.values(watchingResources(wall, stack)).filter(({ Type }) => Type === type);
};

describe.each(['full', 'basic', 'none'] as const)('the price of monitoring (%s)', (watch) => {
  const cost = priceWatching(watch, FAMILIES.length, PRICES);

  test('the price of monitoring includes the metrics that the functions write', () => {
    const metrics = FAMILIES.flatMap((family) => metricsOf(watch, `wall-dev-${family}`));
    expect(cost.metrics).toBe(new Set(metrics).size);
  });

  test('the price of monitoring includes the alarms and dashboards of the stack', () => {
    expect(cost.alarms).toBe(resourcesOf(watch, 'AWS::CloudWatch::Alarm').length);
    expect(cost.pages).toBe(resourcesOf(watch, 'AWS::CloudWatch::Dashboard').length);
  });
});

test.each(['full', 'basic', 'none'] as const)(
  'the price of monitoring (%s) includes the alarms on errors that are sent with status 200',
  (watch) => {
    const client = { methods: ['GET'], errorsAsOk: true } as const;
    const hiding = dashboard([endpoint('pie', 'a', { client })], { watch });
    const names = Object.keys(watchingResources(hiding, stackOf(['pie', 'bar']))).filter((id) => id.includes('Hidden'));
    const [without, own] = [0, 1].map((count) => priceWatching(watch, 2, PRICES, false, count));
    expect((own?.alarms ?? 0) - (without?.alarms ?? 0)).toBe(names.length);
    expect((own?.metrics ?? 0) - (without?.metrics ?? 0)).toBe(names.length / 2);
  },
);

test('the alarm on the queries of a workgroup is billed as two alarms, because it adds two metrics', () => {
  const prices = (['full', 'basic', 'none'] as const).map((watch) => {
    const [without, own] = [false, true].map((hasWorkgroup) => priceWatching(watch, 1, PRICES, hasWorkgroup));
    return [(own?.alarms ?? 0) - (without?.alarms ?? 0), ((own?.total ?? 0) - (without?.total ?? 0)).toFixed(2)];
  });
  expect(prices).toEqual([
    [1, '0.20'],
    [1, '0.20'],
    [0, '0.00'],
  ]);
});

test('monitoring the demo’s fourteen functions costs 28.50 dollars a month with watch: full, 1.90 with basic and nothing with none', () => {
  const totals = (['full', 'basic', 'none'] as const).map((watch) => priceWatching(watch, 14, PRICES).total);
  expect(totals).toEqual([28.5, 1.9, 0]);
});
