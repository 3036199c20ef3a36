import { runLater } from '../aws/retry-call.ts';

/** A crashed holder blocks others at most this long. */
export const LEASE_MS = 3_000;

/**
 * Returns the TTL of a lease: at most half of the deadline, so that after a crash of the holder others have time for a
 * call.
 */
export const leaseMsOf = (deadline: number): number => Math.min(LEASE_MS, deadline / 2);

/**
 * Stops at `endsAt` (by `performance.now()`) at the latest. Returns a function that stops the renewals and waits for
 * the current one.
 */
export const renewLease = (
  take: (until: number) => Promise<unknown>,
  leaseMs: number,
  endsAt: number,
): (() => Promise<void>) => {
  const renewalMs = leaseMs / 2;
  let isOver = false;
  let taking: Promise<unknown> | undefined;
  let cancel: () => void;
  const renew = (): void => {
    taking = take(Date.now() + leaseMs).then(() => {
      if (!isOver && performance.now() + renewalMs < endsAt) cancel = runLater(renewalMs, renew);
    });
  };
  cancel = runLater(renewalMs, renew);
  return async () => {
    isOver = true;
    cancel();
    await taking;
  };
};
