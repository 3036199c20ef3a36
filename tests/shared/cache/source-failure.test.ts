import { describe, expect, jest, test } from '@jest/globals';
import { cooldownOf, createFailureMemory, pauseCalls } from '../../../shared/cache/source-failure.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

const timeout = new WallfeedError('SOURCE_TIMEOUT', 'The source did not answer.', []);
const invalid = new WallfeedError('SOURCE_INVALID', 'The file is empty.', []);

const pause = async (key: string | undefined, error: Error) => {
  const failures = createFailureMemory();
  const lease = { failures: 0, giveUp: jest.fn(async () => undefined), leaveAlone: jest.fn(async () => undefined) };
  const reported = await pauseCalls(failures, error, { key, hasStale: false, lease });
  return { reported, lease, known: failures.recall(key ?? '', false) };
};

describe('a source that failed', () => {
  test('calls to a source that did not answer are paused for all environments', async () => {
    const { reported, lease, known } = await pause('one', timeout);
    expect(reported).toMatchObject({ code: 'SOURCE_TIMEOUT', retryAfter: expect.any(Number) });
    expect(known).toMatchObject({ code: 'SOURCE_TIMEOUT' });
    expect([lease.giveUp.mock.calls.length, lease.leaveAlone.mock.calls.length]).toEqual([0, 1]);
  });

  test.each([
    ['the response has no key in the cache', undefined, timeout],
    ['the source answered with invalid data', 'one', invalid],
  ])('calls to a source are not paused if %s', async (_, key, error) => {
    const { reported, lease, known } = await pause(key, error);
    expect(reported).toBe(error);
    expect(known).toBeUndefined();
    expect([lease.giveUp.mock.calls.length, lease.leaveAlone.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('the pause after failures of a source', () => {
  test.each([
    [1, 5_000],
    [2, 10_000],
    [4, 40_000],
    [5, 60_000],
    [20, 60_000],
  ])('after %i failures in a row, a source pauses for %i ms if a stale response can be served', (count, pause) => {
    expect(cooldownOf({ error: timeout, count }, true)).toBe(pause);
    expect(cooldownOf({ error: timeout, count }, false)).toBe(5_000);
  });

  test.each([
    [3, 5_000],
    [30, 30_000],
    [900, 300_000],
  ])('a source that asks for a pause of %i s gets it, up to 300 s', (retryAfter, pause) => {
    const error = new WallfeedError('SOURCE_THROTTLED', 'The source refuses calls for now.', [], { retryAfter });
    expect(cooldownOf({ error, count: 1 }, false)).toBe(pause);
  });

  test('failures in a row are counted, also those that other environments saw', () => {
    const failures = createFailureMemory();
    const counts = [0, 0, 7, 3].map((before) => failures.note('one', timeout, before).count);
    expect(counts).toEqual([1, 2, 8, 9]);
    failures.forget('one');
    expect(failures.note('one', timeout).count).toBe(1);
  });
});
