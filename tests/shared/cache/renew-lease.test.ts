import { describe, expect, jest, test } from '@jest/globals';
import { leaseMsOf, renewLease } from '../../../shared/cache/renew-lease.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const LEASE_MS = 3_000;

fakeClock();

/** Renews a lease. Records the time of each renewal, and the end of the lease, in milliseconds from the start. */
const start = (endsAfter: number, take: () => Promise<unknown> = async () => undefined) => {
  const [startedAt, wall] = [performance.now(), Date.now()];
  const renewals: [at: number, until: number][] = [];
  const stop = renewLease(
    (until) => {
      renewals.push([performance.now() - startedAt, until - wall]);
      return take();
    },
    LEASE_MS,
    startedAt + endsAfter,
  );
  return { renewals, stop };
};

describe('the renewals of a lease', () => {
  test('a lease is renewed for its whole time, each time that half of it has passed', async () => {
    const { renewals } = start(4_501);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(renewals).toEqual([
      [1_500, 4_500],
      [3_000, 6_000],
      [4_500, 7_500],
    ]);
  });

  test('a lease is no longer renewed once the deadline of the sources is reached', async () => {
    const { renewals } = start(4_500);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(renewals.map(([at]) => at)).toEqual([1_500, 3_000]);
  });

  test('a lease is not renewed after its holder stopped the renewals', async () => {
    const { renewals, stop } = start(20_000);
    await jest.advanceTimersByTimeAsync(1_600);
    await stop();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(renewals).toHaveLength(1);
  });

  test('a holder that stops renewing its lease waits for a renewal that is under way, and starts no other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { renewals, stop } = start(20_000, () => promise);
    await jest.advanceTimersByTimeAsync(1_500);
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    await jest.advanceTimersByTimeAsync(100);
    expect(isStopped).toBe(false);
    resolve();
    await stopped;
    await jest.advanceTimersByTimeAsync(20_000);
    expect(renewals).toHaveLength(1);
  });

  test.each([
    [20_000, 3_000],
    [6_001, 3_000],
    [5_000, 2_500],
  ])('a request with a deadline of %d ms takes a lease of %d ms', (deadline, expected) => {
    expect(leaseMsOf(deadline)).toBe(expected);
  });
});
