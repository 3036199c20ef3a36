import { describe, expect, jest, test } from '@jest/globals';
import { createFailureMemory, pauseCalls } from '../../../shared/cache/source-failure.ts';
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
