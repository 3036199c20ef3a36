import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import type { KeptRows } from '../../../shared/cache/create-memory.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import { createDatasetReader } from '../../../shared/datasets/read-dataset.ts';
import { slotOf } from '../../../shared/datasets/slot.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { toColumnRows } from '../../../shared/tabular/column-rows.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const NOW = Date.parse('2026-11-20T08:31:42Z');
const STOCK: DatasetConfig = {
  source: { source: 'sql', statement: 'select name, amount from stock', parameters: [] },
  ttl: 60_000,
  shared: false,
  stale: 3_600_000,
};
const ROWS = toColumnRows({ header: ['name'], rows: [['East']], locate: (row) => ({ row: row + 1 }) });
const RESUMING = new WallfeedError('SOURCE_RESUMING', 'The database resumes.', []);

const createEnvironment = () => {
  const cachedRows = new Map<string, KeptRows>();
  const database = { statements: 0, isResuming: true };
  const store = {
    maxBytes: 1_000_000,
    find: (name: string) => cachedRows.get(name),
    keep: (name: string, rows: KeptRows) => cachedRows.set(name, rows),
  };
  const run = async () => {
    database.statements += 1;
    if (database.isResuming) throw RESUMING;
    return { rows: ROWS };
  };
  const read = createDatasetReader({ name: 'stock', config: STOCK, read: run, shared: undefined, store });
  const ask = () => {
    const slot = slotOf(STOCK, { currentTime: Date.now(), timePeriod: 5 }, { now: Date.now(), timezone: 'UTC' });
    const deadline = createDeadline(performance.now() + 5_000);
    return read(slot, { window: slot.window, deadline, budget: UNLIMITED });
  };
  return { database, ask };
};

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: [...UNFAKED_TIMERS, 'hrtime'] });
});
afterEach(() => {
  jest.useRealTimers();
});

test('a database that resumes is called once in two seconds for all endpoints of a dataset', async () => {
  const { database, ask } = createEnvironment();
  for (let endpoint = 0; endpoint < 20; endpoint += 1)
    await expect(ask()).rejects.toMatchObject({ code: 'SOURCE_RESUMING' });
  expect(database.statements).toBe(1);
  jest.advanceTimersByTime(2_000);
  database.isResuming = false;
  expect(await ask()).toMatchObject({ rows: ROWS });
  expect(database.statements).toBe(2);
});

test('rows of the last slot are served with the reason while a database resumes', async () => {
  const { database, ask } = createEnvironment();
  database.isResuming = false;
  await ask();
  jest.advanceTimersByTime(60_000);
  database.isResuming = true;
  expect([await ask(), await ask()]).toMatchObject([
    { rows: ROWS, stale: { reason: 'SOURCE_RESUMING' } },
    { rows: ROWS, stale: { reason: 'SOURCE_RESUMING' } },
  ]);
  expect(database.statements).toBe(2);
});
