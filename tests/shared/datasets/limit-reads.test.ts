import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createDeadline, type Deadline } from '../../../shared/aws/deadline.ts';
import { STILL_RUNNING, sourceError } from '../../../shared/aws/source-error.ts';
import { createResumingMemory, createSharedReads } from '../../../shared/datasets/limit-reads.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

/** Creates a deadline that no test reaches, not even on a busy machine. */
const farDeadline = (): Deadline => createDeadline(performance.now() + 60_000);

const createRead = (ms: number) => {
  let runs = 0;
  return {
    runs: () => runs,
    read: async () => {
      runs += 1;
      await sleep(ms);
      return runs;
    },
  };
};

describe('simultaneous reads of the same rows', () => {
  test('simultaneous reads of the same rows are one read', async () => {
    const share = createSharedReads<number>();
    const { read, runs } = createRead(50);
    const results = await Promise.all([share('sales', farDeadline(), read), share('sales', farDeadline(), read)]);
    expect([results, runs()]).toEqual([[1, 1], 1]);
    expect(await share('sales', farDeadline(), read)).toBe(2);
  });

  test('a shared read continues if one of the requests is aborted', async () => {
    const share = createSharedReads<number>();
    const { read, runs } = createRead(100);
    const abort = new AbortController();
    const aborted = share('sales', { ...farDeadline(), signal: abort.signal }, read);
    const other = share('sales', farDeadline(), read);
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
    expect([await other, runs()]).toEqual([1, 1]);
  });

  test('a shared read that runs out of time starts again for a request that has time left', async () => {
    const share = createSharedReads<string>();
    const late = share('sales', farDeadline(), async () => {
      await sleep(20);
      throw sourceError('SOURCE_TIMEOUT', undefined);
    });
    const other = share('sales', farDeadline(), async () => 'rows');
    await expect(late).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
    expect(await other).toBe('rows');
  });

  test('simultaneous reads fail together if the source refuses them', async () => {
    const share = createSharedReads<string>();
    const refuse = async () => {
      await sleep(20);
      throw sourceError('SQL_FAILED', undefined);
    };
    const reads = [share('sales', farDeadline(), refuse), share('sales', farDeadline(), async () => 'rows')];
    expect((await Promise.allSettled(reads)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

const RESUMING = new WallfeedError('SOURCE_RESUMING', 'The database resumes.', []);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS, 'hrtime'] });
});
afterEach(() => {
  jest.useRealTimers();
});

test('the refusal of a database that resumes is recalled for two seconds', () => {
  const memory = createResumingMemory();
  memory.note('stock now', RESUMING);
  jest.advanceTimersByTime(1_999);
  expect(memory.recall('stock now')).toMatchObject({ code: 'SOURCE_RESUMING', message: 'The database resumes.' });
  jest.advanceTimersByTime(1);
  expect(memory.recall('stock now')).toBeUndefined();
});

test('a refusal is recalled only for the window that was refused', () => {
  const memory = createResumingMemory();
  memory.note('stock now', RESUMING);
  expect(memory.recall('stock yesterday')).toBeUndefined();
});

test.each([
  ['an error of another kind', new WallfeedError('SQL_FAILED', 'The query failed.', [])],
  [
    'a query that still runs',
    new WallfeedError('SOURCE_RESUMING', 'The query runs.', [], { cause: { name: STILL_RUNNING } }),
  ],
  ['an error that is not a WallfeedError', new TypeError('broken')],
])('%s does not count as the refusal of a database that resumes', (_, error) => {
  const memory = createResumingMemory();
  memory.note('stock now', error);
  expect(memory.recall('stock now')).toBeUndefined();
});
