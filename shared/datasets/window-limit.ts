import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Slot } from './slot.ts';

/**
 * Maximum number of windows of one dataset that an environment reads in one slot. Each window is a query that is
 * billed.
 */
const MAX_WINDOWS = 16;
/**
 * Maximum number of windows for times far from the clock. They are counted separately, so that they never block windows
 * near the current time.
 */
const MAX_FAR_WINDOWS = 16;

interface Asked {
  readonly until: number;
  readonly present: Set<string>;
  readonly far: Set<string>;
}

const tooMany = (dataset: string, seconds: number): WallfeedError => {
  const message = `dataset ${dataset} received requests for too many time windows`;
  const hint = 'give the dataset a `window` of its own, such as `window: { last: 24h }`';
  return new WallfeedError('SOURCE_THROTTLED', `The source refuses calls for now: ${message}.`, [{ message, hint }], {
    cause: { name: 'TooManyWindows' },
    retryAfter: seconds,
  });
};

/**
 * Creates a limit on the windows of one dataset. Without it, a client that varies `timePeriod` or `currentTime` could
 * start any number of queries. The count starts again after the length of a slot.
 * @throws WallfeedError SOURCE_THROTTLED from the returned function.
 */
export const createWindowLimit = (dataset: string, ttl: number): ((slot: Slot, now: number) => void) => {
  let asked: Asked | undefined;
  return ({ name, isFar }, now) => {
    if (!asked || now >= asked.until || asked.until - now > ttl)
      asked = { until: now + ttl, present: new Set(), far: new Set() };
    const names = isFar ? asked.far : asked.present;
    if (names.size >= (isFar ? MAX_FAR_WINDOWS : MAX_WINDOWS) && !names.has(name))
      throw tooMany(dataset, Math.max(1, Math.ceil((asked.until - now) / 1_000)));
    names.add(name);
  };
};
