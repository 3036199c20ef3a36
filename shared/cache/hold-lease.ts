import { runLater } from '../sources/run-later.ts';

/**
 * A lease ends so many milliseconds after it was taken last: whoever makes an answer takes it again while at work, so that
 * others need not wait long for one who is gone.
 */
export const LEASE = 3_000;
const RENEWAL = LEASE / 2;

/**
 * Takes a lease again and again, to a moment of `performance`'s clock at the latest. The result: to stop, once no taking is
 * under way.
 */
export const holdLease = (take: (until: number) => Promise<unknown>, endsAt: number): (() => Promise<void>) => {
  let isOver = false;
  let taking: Promise<unknown> | undefined;
  let cancel: () => void;
  const renew = (): void => {
    taking = take(Date.now() + LEASE).then(() => {
      if (!isOver && performance.now() + RENEWAL < endsAt) cancel = runLater(RENEWAL, renew);
    });
  };
  cancel = runLater(RENEWAL, renew);
  return async () => {
    isOver = true;
    cancel();
    await taking;
  };
};
