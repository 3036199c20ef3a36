import { describe, expect, test } from '@jest/globals';
import { createEstimate } from '../../../infra/cost/create-estimate.ts';
import { rangeOf } from '../../../infra/cost/estimate-dashboard.ts';
import { loggedBytes, sampleLine } from '../../../infra/cost/log-lines.ts';
import { logRequests } from '../../../shared/middleware/log-requests.ts';
import type { AnyContext } from '../../../shared/middleware/request-context.ts';
import { csv, DEFAULTS, estimate, lake, PRICES, selecting } from '../../support/cost/wall-of.ts';

const NAMES = { dashboard: 'ops-room', family: 'pie', endpoint: 'orders', component: '3D Pie Chart' };

const loggedLine = (watch: 'full' | 'basic' | 'none'): string => {
  const lines: string[] = [];
  const { requestStart, requestEnd } = logRequests({ dashboard: 'ops-room', stage: 'prod', watch }, (line) =>
    lines.push(line),
  );
  const context = {
    functionName: 'ops-room-prod-pie',
    awsRequestId: '0'.repeat(36),
    getRemainingTimeInMillis: () => 9_000,
  };
  const request = { context, response: { statusCode: 200 } } as never;
  requestStart(request);
  Object.assign(context as Partial<AnyContext> as object, {
    endpoint: { slug: 'orders', component: '3D Pie Chart' },
    served: { status: { state: 'hit', age: 12_000 }, body: { rows: 20, bytes: 4096 } },
  });
  (context as unknown as { timing: { durations: object } }).timing.durations = { parse: 0.2, cache: 0.2, send: 0.2 };
  requestEnd(request);
  return lines.join('');
};

const keysOf = (line: string): readonly string[] => Object.keys(JSON.parse(line));

describe('the log lines of a call', () => {
  test.each(['full', 'basic', 'none'] as const)(
    'the line of a hit has the size that the functions write: %s',
    (watch) => {
      const [sample, logged] = [sampleLine({ ...NAMES, watch }), loggedLine(watch)];
      expect(keysOf(sample).toSorted()).toEqual(keysOf(logged).toSorted());
      expect(Math.abs(sample.length - logged.length)).toBeLessThanOrEqual(6);
    },
  );

  test('the lines of a call have about 1,124 bytes by default, and some 260 fewer without metrics', () => {
    const bytes = loggedBytes({ ...NAMES, watch: 'basic' });
    expect(Math.abs(bytes - 1124)).toBeLessThan(40);
    expect(bytes - loggedBytes({ ...NAMES, watch: 'none' })).toBeGreaterThan(250);
  });
});

describe('the refresh of an endpoint', () => {
  test('an endpoint with a refresh of its own has its own number of calls', () => {
    const { endpoints } = estimate([csv('a'), csv('b', { refreshSeconds: 60 })]);
    expect(endpoints.map(({ calls }) => calls)).toEqual([777_600, 129_600]);
    expect(endpoints[1]?.gateway).toBeCloseTo(0.1296, 6);
  });

  test('environments stay alive if any endpoint of the function is refreshed often', () => {
    const slow = { refreshSeconds: 3600 };
    const [alone] = estimate([csv('a', slow)]).functions;
    const [beside] = estimate([csv('a', slow), csv('b')]).functions;
    expect(alone?.coldCalls).toBe(24 * 30 * 3);
    expect(beside?.coldCalls).toBe(12 * 30);
  });

  test('a dataset is read no more often than its fastest endpoint is refreshed', () => {
    const wall = selecting(lake('sales', { slotSeconds: 60 }), 2).map((one) => ({ ...one, refreshSeconds: 3600 }));
    expect(estimate(wall).datasets[0]?.sourceReads).toBe(24 * 30 * 3);
  });
});

describe('the size of a body', () => {
  test('an endpoint with a body of its own pays for its egress, and for each 512 KB at the gateway', () => {
    const { endpoints } = estimate([csv('a'), csv('b', { bodyBytes: 2_000_500 })]);
    expect(endpoints[1]?.egress).toBeCloseTo((777_600 * 2_000_500 * 0.09) / 1e9, 4);
    expect(endpoints[1]?.gateway).toBeCloseTo(4 * (endpoints[0]?.gateway ?? 0), 4);
  });

  test('a body that the shared cache cannot hold is read by each environment', () => {
    const shared = { cacheSeconds: 60, isShared: true };
    const { endpoints } = estimate([csv('a', shared), csv('b', { ...shared, bodyBytes: 400_000 })], {
      environments: 3,
    });
    expect((endpoints[1]?.sourceReads ?? 0) / (endpoints[0]?.sourceReads ?? 1)).toBe(3);
  });
});

describe('the range of an estimate', () => {
  test('the cost is a range if only a bound of the scanned bytes is known; it begins at Athena’s smallest charge', () => {
    const bound = estimate(selecting(lake('sales', { isScanBound: true }), 2));
    const least = estimate(selecting(lake('sales', { scannedBytes: 10_000_000 }), 2)).total;
    expect(rangeOf(bound)).toEqual({ least, most: bound.total, unknown: 'scans' });
    expect(least).toBeLessThan(bound.total);
  });

  test('an estimate is not a range without queries, or if their scanned bytes are known', () => {
    expect(rangeOf(estimate([csv('a')]))).toBeUndefined();
    expect(rangeOf(createEstimate(selecting(lake('sales'), 1), DEFAULTS, PRICES))).toBeUndefined();
  });
});
