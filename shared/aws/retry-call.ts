import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from './deadline.ts';
import { noResponseCode, serviceFailure } from './service-failure.ts';

const ATTEMPTS = 3;
/** Milliseconds before the second attempt, at most; before the next ones twice as many each. */
const PAUSE = 200;

/** A call to a service, which ends with the signal. */
export type Call<Result> = (signal: AbortSignal) => Promise<Result>;

/** Ends with the signal, even if the work ignores it. Work that ends at that moment comes first: it may know more. */
const endedBy = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => setImmediate(() => reject(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/** Faults of the service, and refusals by rate or for another call's sake. */
export const isOverloaded = (error: unknown): boolean => {
  const { name, status = 0 } = serviceFailure(error);
  return status >= 500 || status === 429 || status === 409 || /Throttl|TooManyRequests|SlowDown/.test(name);
};

/** What the next attempt would end with too. */
const LASTING = /^(?:WallfeedError|CredentialsProviderError|TooLarge)$/;

/** Failures that may be over at the next attempt: lost connections, answers that break off, and these. */
export const isRetryable = (error: unknown): boolean => {
  const { name, status = 0, wasSkewed, isMarkedRetryable } = serviceFailure(error);
  if (isMarkedRetryable || isOverloaded(error)) return true;
  if (LASTING.test(name)) return false;
  return noResponseCode(error) !== undefined || status < 300 || wasSkewed;
};

/**
 * Milliseconds before the next attempt: not sooner than the service asks for. Half of the pause is left to chance, so that
 * environments which failed together do not ask again together.
 */
const pauseAfter = (attempt: number, error: unknown): number => {
  const { retryAfter = 0 } = serviceFailure(error);
  return Math.max(retryAfter * 1000, (PAUSE * 2 ** (attempt - 1) * (1 + Math.random())) / 2);
};

/**
 * Calls a service; what may pass is tried again, as long as an attempt that takes as long as the last one would end in time.
 * @throws what the service threw last; the reason of the signal, unless the service was refusing calls until then.
 */
export const retryCall = async <Result>(
  call: Call<Result>,
  { signal, endsAt, maxPauseMs = Number.POSITIVE_INFINITY }: Deadline,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    try {
      return await endedBy(call(signal), signal);
    } catch (error) {
      const failedAt = performance.now();
      const pause = pauseAfter(attempt, error);
      const wouldEndAt = failedAt + pause + (failedAt - startedAt);
      if (signal.aborted) throw isOverloaded(error) ? error : signal.reason;
      if (attempt === ATTEMPTS || !isRetryable(error) || wouldEndAt > endsAt || pause > maxPauseMs) throw error;
      await sleep(pause);
    }
  }
};
