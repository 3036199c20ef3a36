import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../aws/deadline.ts';
import { failed } from './failures.ts';
import type { HostConfig } from './source.ts';

/** The time of the next allowed call of each host, by `performance.now()`. */
const turns = new Map<string, number>();

/**
 * Waits until the rate of a host allows a call.
 * @throws WallfeedError SOURCE_THROTTLED if that is after the deadline.
 */
export const takeTurn = async ({ name, url, intervalMs }: HostConfig, { endsAt, signal }: Deadline): Promise<void> => {
  if (intervalMs === undefined) return;
  const key = `${name} ${url}`;
  const now = performance.now();
  const turn = Math.max(now, turns.get(key) ?? 0);
  if (turn >= endsAt) {
    const message = 'its `rate` allows no call in time';
    const hint = 'raise `rate`, or lengthen `cache`';
    throw failed(name, { code: 'SOURCE_THROTTLED', message, hint, retryAfter: Math.ceil((turn - now) / 1000) });
  }
  turns.set(key, turn + intervalMs);
  if (turn > now) await sleep(turn - now, undefined, { signal });
};
