/** @jest-environment node */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import type { CacheTable } from '../../../shared/cache/cache-table.ts';
import type { Lease } from '../../../shared/cache/lease.ts';
import { timestampOf } from '../../../shared/cache/timestamp.ts';
import { datasetFamily, datasetKeyPrefix } from '../../../shared/cache/variants.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import { createSharedRows, type SharedRows } from '../../../shared/datasets/shared-rows.ts';
import { slotOf } from '../../../shared/datasets/slot.ts';
import { type ColumnRows, toColumnRows } from '../../../shared/tabular/column-rows.ts';
import { startCacheTable } from '../../support/cloud/start-cache-table.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const TTL_MS = 600_000;
const DATASET: DatasetConfig = { source: { source: 'csv', key: 'wall/orders.csv' }, ttl: TTL_MS, shared: true };
/** The time of all tests, at the start of a slot. */
const NOW = Date.UTC(2026, 10, 27, 12);
const SLOT = slotOf(DATASET, { currentTime: NOW, timePeriod: 60 }, { now: NOW, timezone: 'UTC' });

const rowsOf = (texts: readonly string[]): ColumnRows =>
  toColumnRows({
    header: ['name', 'value'],
    rows: texts.map((name, row) => [name, row]),
    locate: (row, column) => ({ line: row + 2, column: column + 1, columnName: 'name' }),
  });

let store: EmulatorServer;
let openTable: (dataset: string) => Promise<CacheTable>;

beforeAll(async () => {
  store = await startCacheTable('answers');
  const { createCacheTable } = await import('../../../shared/cache/cache-table.ts');
  openTable = async (dataset) => createCacheTable('answers', datasetFamily(dataset));
});
afterAll(() => store.close());
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS], now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const create = (name: string): SharedRows => createSharedRows(name, DATASET, 'UTC', () => openTable(name));
const consult = (rows: SharedRows) => rows.consult(SLOT, createDeadline(performance.now() + 3_000));

const leaseOf = async (rows: SharedRows): Promise<Lease> => {
  const { lease } = await consult(rows);
  if (!lease) throw new Error('Expected the lease.');
  return lease;
};

test('rows that one environment shares are found by other environments, with their places and the time of their slot', async () => {
  const rows = rowsOf(['East', 'West']);
  const first = create('orders');
  const askedAt = timestampOf(SLOT.start);
  await first.share(await leaseOf(first), { rows, askedAt });
  const { found, lease } = await consult(create('orders'));
  expect(found?.rows).toEqual(rows);
  expect(found?.askedAt.wall).toBe(SLOT.start);
  expect(lease).toBeUndefined();
});

test('rows that are too large for an item of DynamoDB are cached in each environment separately, and this is logged once', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const rows = rowsOf(Array.from({ length: 20_000 }, () => randomBytes(24).toString('base64')));
  const first = create('large');
  const lease = await leaseOf(first);
  await first.share(lease, { rows, askedAt: timestampOf(SLOT.start) });
  await first.share(lease, { rows, askedAt: timestampOf(SLOT.start) });
  expect(warn).toHaveBeenCalledTimes(1);
  expect(String(warn.mock.calls[0]?.[0])).toMatch(/^\{"dataset":"large","notShared":/);
  const other = await consult(create('large'));
  expect(other).toEqual({ isRefreshing: false });
});

test('rows of a dataset have keys that begin with its name, for the permissions of the functions', () => {
  expect(datasetKeyPrefix('orders')).toBe('dataset#orders#');
});
