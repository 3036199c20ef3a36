import { describe, expect, test } from '@jest/globals';
import { compareMonths } from '../../../../infra/cost/actual/compare-months.ts';
import { type Comparison, compareUse, scanUnitsOf } from '../../../../infra/cost/actual/compare-use.ts';
import { createLineCounter } from '../../../../infra/cost/actual/count-lines.ts';
import type { Cause } from '../../../../infra/cost/actual/describe-causes.ts';
import { periodOf } from '../../../../infra/cost/actual/measure-traffic.ts';
import type { Assumptions } from '../../../../infra/cost/assumptions.ts';
import { roundTogether } from '../../../../infra/cost/figures.ts';
import { loggedBytes } from '../../../../infra/cost/log-lines.ts';
import { convertPrices } from '../../../../infra/cost/price-list.ts';
import { readAssumptions } from '../../../../infra/cost/read-assumptions.ts';
import { type SimulatedWall, simulateLog } from '../../../../infra/lab/cost/simulate-log.ts';
import { csv, DEFAULTS, PRICES } from '../../../support/cost/wall-of.ts';

/** Prices in a currency of small units, so that small amounts are not rounded to zero. */
const prices = convertPrices(PRICES, 'XXX', 10_000);

const BODY_BYTES = 3500;
const ENDPOINTS = [
  { slug: 'orders', family: 'pie', cacheSeconds: 0, bodyBytes: BODY_BYTES },
  { slug: 'sales', family: 'pie', cacheSeconds: 600, bodyBytes: BODY_BYTES },
  { slug: 'stock', family: 'bar', cacheSeconds: 600, bodyBytes: BODY_BYTES },
];

const WALL: SimulatedWall = {
  dashboard: 'ops-room',
  endpoints: ENDPOINTS,
  screens: 2,
  refreshSeconds: 300,
  hoursADay: 8,
  days: 8,
  lifeSeconds: 7200,
  strangers: 0,
};

const assumptions: Assumptions = {
  ...DEFAULTS,
  ...readAssumptions({ refresh: '5m', screens: '2', hours: '8x8' }),
  watch: 'basic',
};

const wall = ENDPOINTS.map(({ slug, family, cacheSeconds }) => {
  const names = { dashboard: 'ops-room', watch: 'basic', component: '3D Pie Chart' } as const;
  return csv(slug, { family, cacheSeconds, logBytes: loggedBytes({ ...names, family, endpoint: slug }) });
});

const countLines = (lines: Iterable<string>) => {
  const endpoints = ENDPOINTS.map(({ slug, family }) => ({ slug, path: `/${family}/${slug}` }));
  const counter = createLineCounter({ name: 'ops-room', endpoints, scanUnits: scanUnitsOf(prices) });
  for (const line of lines) counter.count({ time: Date.parse(line.slice(0, 24)), message: line.slice(25) });
  return counter.result();
};

const compare = (
  change: Partial<SimulatedWall>,
  keep: (line: string) => boolean = () => true,
  forecast = wall,
): Comparison => {
  const use = countLines(simulateLog({ ...WALL, ...change }).filter(keep));
  const period = periodOf(use, assumptions, 'UTC');
  return compareUse({ wall: forecast, assumptions, prices, use, period });
};

const expected = compare({});

/** Returns the wall with log lines as long as the simulated ones, so that only the tested change causes a deviation. */
const measuredWall = () => {
  const { actual, forecast } = expected;
  const scale = actual.parts.logs / forecast.parts.logs;
  return wall.map((one) => ({ ...one, logBytes: (one.logBytes ?? 0) * scale }));
};

const amountOf = ({ causes }: Comparison, name: Cause['cause']): number =>
  causes.find(({ cause }) => cause === name)?.amount ?? 0;

const measured = measuredWall();

describe('a month against another one', () => {
  const changes: readonly (readonly [Cause['cause'], string, Partial<SimulatedWall>])[] = [
    ['days', 'two more days', { days: 10 }],
    ['screens', 'a third screen', { screens: 3 }],
    ['refresh', 'half of the refresh', { refreshSeconds: 150 }],
    ['hours', 'longer hours', { hoursADay: 11 }],
    ['bodies', 'a body of 60 KB', { endpoints: ENDPOINTS.with(0, { ...ENDPOINTS[0], bodyBytes: 60_000 } as never) }],
    ['endpoints', 'an endpoint that is no longer asked', { endpoints: ENDPOINTS.slice(1) }],
    ['strangers', 'requests of strangers', { strangers: 10_000 }],
  ];

  test.each(changes)('the cause %s gets between 85 and 115 %% of the difference that %s makes', (cause, _, change) => {
    const [before, after] = [compare({}), compare(change)];
    const result = compareMonths(before, after);
    expect(result.difference).toBeCloseTo(after.actual.total - before.actual.total, 3);
    const sum = result.causes.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBeCloseTo(result.difference, 3);
    const share = amountOf(result, cause) / result.difference;
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(1.15);
  });

  test('the way back has the opposite difference, and a month against itself has none', () => {
    const [before, after] = [compare({}), compare({ screens: 3, days: 10 })];
    expect(compareMonths(after, before).difference).toBeCloseTo(-compareMonths(before, after).difference, 3);
    const same = compareMonths(before, before);
    expect(same.causes.map(({ amount }) => Math.abs(amount) < 0.01)).toEqual(same.causes.map(() => true));
  });

  test('several changes at once add up to the difference, also without an access log', () => {
    const after = compare(
      { screens: 4, days: 9, strangers: 3000, lifeSeconds: 900 },
      (line) => !line.includes('"integrationError"'),
    );
    const { causes, difference } = compareMonths(compare({}), after);
    expect(causes.map(({ cause }) => cause)).toContain('requests');
    expect(causes.reduce((total, { amount }) => total + amount, 0)).toBeCloseTo(difference, 3);
  });
});

test('amounts are rounded so that they add up to the difference as it is printed', () => {
  expect(roundTogether([0.014, 0.014, 0.014, -0.002], 4)).toEqual([2, 1, 1, 0]);
  expect(roundTogether([-0.004, -0.006, 0.0001], -1)).toEqual([0, -1, 0]);
  expect(roundTogether([], 0)).toEqual([]);
});

describe('cost --actual', () => {
  test('an Athena query that several environments log is counted once, by its id', () => {
    const lineOf = (requestId: string, executions: readonly string[], scanned: readonly number[]): string => {
      const names = { dashboard: 'ops-room', stage: 'prod', endpoint: 'orders', status: 200, duration: 9, requestId };
      return `2026-10-01T08:00:00.000Z ${JSON.stringify({ ...names, executions, scanned })}`;
    };
    const lines = [lineOf('r1', ['q1', 'q2'], [40e6, 1]), lineOf('r2', ['q1'], [40e6])];
    expect(countLines(lines).scans).toEqual({ queries: 2, units: scanUnitsOf(prices)(40e6) + scanUnitsOf(prices)(1) });
  });

  test('a simulated month costs what the forecast says within 1 %, in total and for each cause', () => {
    const { forecast, actual, causes, period } = expected;
    expect(period).toMatchObject({ days: 8, forecastHours: 8, months: 1 });
    expect(Math.abs(actual.total / forecast.total - 1)).toBeLessThan(0.01);
    for (const { cause, amount } of causes)
      expect([cause, Math.abs(amount) < 0.01 * forecast.total]).toEqual([cause, true]);
  });

  test.each<readonly [Cause['cause'], string, Partial<SimulatedWall>]>([
    ['screens', 'a third screen', { screens: 3 }],
    ['refresh', 'half of the refresh', { refreshSeconds: 150 }],
    ['coldStarts', 'environments of ten minutes', { lifeSeconds: 600 }],
    ['bodies', 'a body of 60 KB', { endpoints: ENDPOINTS.with(0, { ...ENDPOINTS[0], bodyBytes: 60_000 } as never) }],
    [
      'sources',
      'no hits of a cache',
      { endpoints: ENDPOINTS.map((one) => ({ ...one, cacheSeconds: one.cacheSeconds && 1 })) },
    ],
    ['hours', 'longer hours', { hoursADay: 11 }],
    ['strangers', 'requests of strangers', { strangers: 10_000 }],
  ])('the cause %s gets between 90 and 110 %% of the difference that %s makes', (cause, _, change) => {
    const result = compare(change, undefined, measured);
    const share = amountOf(result, cause) / result.difference;
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(1.1);
    const sum = result.causes.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBeCloseTo(result.difference, 3);
    expect(result.actual.total - result.forecast.total).toBeCloseTo(result.difference, 3);
  });

  test('the bodies of the gateway are in the egress of requests for other addresses', () => {
    const { use, used } = compare({ strangers: 800 });
    expect(use.strangers).toMatchObject({ calls: 0, gatewayCalls: 800, gatewayBytes: 800 * 23 });
    expect(used.strangers.bytes).toBe(800 * 23);
  });

  test('requests that are too few for any screen as planned say how rarely one screen asked', () => {
    const isOften = (line: string): boolean => !line.includes('"integrationError"') && !line.includes('T08:1');
    const few = compare({ refreshSeconds: 8 * 3600 }, isOften);
    const requests = few.causes.find(({ cause }) => cause === 'requests');
    expect(requests?.text).toMatch(
      /^48 requests instead of [\d,]+: as many as from 2 screens every 8h, or from one screen every 4h$/,
    );
  });

  test('screens and refresh are one cause if there is no access log, or if all screens share an address', () => {
    const isNoAccess = (line: string): boolean => !line.includes('"integrationError"');
    for (const result of [compare({ screens: 4 }, isNoAccess), compare({ screens: 4, addresses: 'shared' })]) {
      const requests = result.causes.find(({ cause }) => cause === 'requests');
      expect(requests?.text).toMatch(
        /^[\d,]+ requests instead of [\d,]+: as many as from 2 screens every 150s, or from 4 screens every 5m$/,
      );
      expect(result.causes.map(({ cause }) => cause)).not.toContain('screens');
    }
  });
});
