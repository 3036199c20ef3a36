import { describe, expect, test } from '@jest/globals';
import type { Assumptions } from '../../../infra/cost/assumptions.ts';
import { moveDatasets, withScannedBytes, withSlots } from '../../../infra/cost/change-datasets.ts';
import { addMoney, meteredUnits } from '../../../infra/cost/price-list.ts';
import { describeDatasets } from '../../../infra/cost/report/format-cost-table.ts';
import { estimateExample, LAKE_TABLES, scannedBytesOf } from '../../../infra/cost/report/list-examples.ts';
import type { WallDataset } from '../../../infra/cost/wall.ts';
import { csv, estimate, lake, PRICES, selecting, sql } from '../../support/cost/wall-of.ts';

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_GB = 1000 * BYTES_PER_MB;

const costOf = (dataset: WallDataset, counts: Readonly<Record<string, number>>, more: Partial<Assumptions> = {}) => {
  const wall = Object.entries(counts).flatMap(([family, count]) =>
    selecting(dataset, count).map((endpoint) => ({ ...endpoint, family, endpoint: `${family}-${endpoint.endpoint}` })),
  );
  const { datasets, ...rest } = estimate(wall, more);
  const [cost] = datasets;
  if (!cost || datasets.length > 1) throw new Error(`${datasets.length} datasets`);
  return { ...rest, cost };
};

describe('a query through Athena', () => {
  test.each([
    [0, 10],
    [1, 10],
    [10 * BYTES_PER_MB, 10],
    [10 * BYTES_PER_MB + 1, 11],
    [250 * BYTES_PER_MB, 250],
    [BYTES_PER_GB + 1, 1001],
  ])('Athena bills a query for each started MB, and for 10 MB at least: %i bytes as %i MB', (bytes, units) => {
    expect(meteredUnits(PRICES, 'scan', bytes)).toBe(units);
  });

  test.each([
    ['1 GB of 30 days', 86, 4.3],
    ['100 GB of 30 days', 2160, 108],
    ['10 TB of 365 days', 888, 44],
  ])(
    'Athena over %s costs %d USD with a query for each of 20 endpoints, and %d USD with one dataset',
    (name, ofQueries, ofDataset) => {
      const table = LAKE_TABLES.find((candidate) => candidate.name === name);
      if (!table) throw new Error(name);
      const [cost] = estimateExample(table, PRICES).datasets;
      expect(Math.abs((cost?.scan ?? 0) - ofDataset) / ofDataset).toBeLessThan(0.01);
      expect(Math.abs(20 * (cost?.scan ?? 0) - ofQueries) / ofQueries).toBeLessThan(0.01);
      expect(cost?.separateReads).toBe(20 * (cost?.sourceReads ?? 0));
    },
  );

  test('a query scans one partition of a table, and only the columns that the query names', () => {
    expect(scannedBytesOf({ bytes: 100 * BYTES_PER_GB, days: 30 })).toBeCloseTo(250 * BYTES_PER_MB, 3);
  });
});

describe('a dataset', () => {
  test('a dataset over Athena runs one query in each slot for all environments of all functions', () => {
    const { cost, functions } = costOf(lake('sales'), { pie: 4, bar: 3 }, { environments: 3 });
    expect(functions.map(({ environments }) => environments)).toEqual([3, 3]);
    expect(cost).toMatchObject({ sourceReads: 4320, endpoints: 7, tables: 7, separateReads: 7 * 4320, scan: 21.6 });
  });

  test('a dataset costs the time for which each environment waits for its queries', () => {
    // 12 lives a day x 7,200 s / 600 s x 30 days x 6 environments = 25,920 waits of 2 s, of 0.25 GB.
    const { cost } = costOf(lake('sales'), { pie: 4, bar: 3 }, { environments: 3 });
    expect(cost).toMatchObject({ misses: 25_920, compute: 0.1728, total: 21.7728 });
    expect(costOf(lake('sales'), { pie: 1 }, { queryMs: 6000 }).cost.compute).toBe(0.0864);
  });

  test.each(['http', 'prometheus'])(
    'a dataset over %s costs the time for which functions wait for its host',
    (kind) => {
      // One call in each of 4,320 slots of 600 s, or one for each of two environments, of 0.3 s and 0.25 GB.
      const calls = { host: 'api', pages: 1, endCalls: 0, intervalSeconds: 0, logsIn: false };
      const waiting = (more: Partial<Assumptions>) =>
        costOf(lake('api', { kind, isShared: true, requests: 0, calls }), { pie: 1 }, more);
      const { cost } = waiting({ environments: 1 });
      expect(cost).toMatchObject({ sourceReads: 4320, scan: 0, source: 0 });
      expect(cost.compute).toBeCloseTo(4320 * 0.3 * 0.25 * 0.0000133334, 4);
      expect(waiting({ environments: 1, httpMs: 3000 }).cost.compute).toBeCloseTo(10 * cost.compute, 3);
    },
  );

  test.each([
    ['sql', false, 6 * 4320],
    ['sql', true, 4320],
    ['csv', false, 6 * 4320],
    ['csv', true, 4320],
  ] as const)('a dataset over %s with shared: %j is read %i times a month', (kind, isShared, sourceReads) => {
    const dataset = lake('stock', { kind, isShared, scannedBytes: 0 });
    const { cost } = costOf(dataset, { pie: 4, bar: 3 }, { environments: 3 });
    expect(cost).toMatchObject({ sourceReads, scan: 0 });
    expect(cost.separateReads).toBe(isShared ? 7 * sourceReads : (4 + 3) * 3 * 4320);
    expect(cost.sharedCache > 0).toBe(isShared);
  });

  test('a dataset is read only within the opening hours', () => {
    const { cost } = costOf(lake('sales'), { pie: 1 }, { hoursADay: 10, daysAMonth: 22 });
    expect(cost.sourceReads).toBe(10 * 6 * 22);
  });

  test('a dataset is read no more often than the caches of its endpoints require', () => {
    const wall = selecting(lake('sales'), 2, { cacheSeconds: 1800 });
    expect(estimate(wall).datasets[0]?.sourceReads).toBe(1440);
    const [first, second] = selecting(lake('sales'), 2);
    if (!first || !second) throw new Error('no endpoints');
    expect(estimate([first, { ...second, cacheSeconds: 3600 }]).datasets[0]?.sourceReads).toBe(4320);
  });

  test('an endpoint of a dataset has no source calls, and takes less time than an endpoint with a source of its own', () => {
    const withOwnSource = estimate([csv('a', { cacheSeconds: 600 })]).endpoints[0];
    const selected = estimate(selecting(lake('sales'), 1)).endpoints[0];
    expect(selected).toMatchObject({ sourceCalls: 0, source: 0, calls: withOwnSource?.calls });
    expect(selected?.compute).toBeLessThan(withOwnSource?.compute ?? 0);
  });

  test('a dataset keeps the stack’s own database awake once a slot, however many endpoints select from it', () => {
    const stock = lake('stock', { kind: 'sql', asksOwnDatabase: true, scannedBytes: 0 });
    const { database } = costOf(stock, { pie: 4, bar: 3 });
    expect(database).toMatchObject({ isOwn: true, capacity: 21.6 });
    expect(estimate([sql('a', { cacheSeconds: 600 })]).database.capacity).toBe(21.6);
  });

  test('the cost of a dataset is part of the total', () => {
    const { cost, total, sum, database, watching } = costOf(lake('sales'), { pie: 2 });
    expect(total).toBe(addMoney([cost.total, sum.total, database.total, watching.total]));
  });
});

test('the options for scanned bytes and for slots change only datasets over Athena', () => {
  const stock = lake('stock', { kind: 'sql', scannedBytes: 0 });
  const wall = [...selecting(lake('sales'), 1), ...selecting(stock, 1)];
  const changed = withScannedBytes(
    withSlots(wall, ({ kind }) => kind === 'athena', 30),
    10 * BYTES_PER_MB,
  );
  expect(changed.map(({ cacheSeconds }) => cacheSeconds)).toEqual([30, 600]);
  expect(changed.flatMap(({ datasets }) => datasets).map(({ scannedBytes }) => scannedBytes)).toEqual([
    10 * BYTES_PER_MB,
    0,
  ]);
});

test('the report says what each dataset saves', () => {
  const { datasets } = estimate([
    ...selecting(lake('sales', { slotSeconds: 30, scannedBytes: 10 * BYTES_PER_MB }), 20),
  ]);
  const [text] = describeDatasets({ datasets });
  expect(text).toContain('sales: 86,400 queries a month that scan 10MB each for 4.32, 4.');
  expect(text).toMatch(/a query for each of its 20 tables would cost 9\d\.\d\d instead, 86\.40 of it for scanning\.$/);
  expect(describeDatasets({ datasets: [] })).toEqual([]);
});

describe('other places for the rows of a lake', () => {
  const savings = (bytes: number, slotSeconds: number) =>
    moveDatasets(estimate(selecting(lake('sales', { scannedBytes: bytes, slotSeconds }), 20)));

  test('the report proposes a database of the stack if its hours cost less than the scans of Athena', () => {
    // Scans cost 108. A database costs 43.20 if it is awake all month, and its secrets cost 0.80. Requests wait less.
    const aurora = savings(250 * BYTES_PER_MB, 30).find(({ change }) => change.startsWith('sql instead of athena'));
    expect(aurora?.saved).toBeGreaterThan(108 - 44);
    expect(aurora?.saved).toBeLessThan(108 - 44 + 1);
    expect(
      savings(10 * BYTES_PER_MB, 30)
        .map(({ change }) => change)
        .join(),
    ).not.toContain('sql instead of athena');
  });

  test('the report proposes Redshift Serverless if it costs less than the scans of Athena', () => {
    const warehouse = savings(10 * BYTES_PER_GB, 30).find(({ change }) => change.startsWith('Redshift'));
    expect(warehouse?.saved).toBeCloseTo(4320 - 1080, 1);
    expect(
      savings(250 * BYTES_PER_MB, 30)
        .map(({ change }) => change)
        .join(),
    ).not.toContain('Redshift');
  });
});
