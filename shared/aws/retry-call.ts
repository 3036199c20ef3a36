import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from './deadline.ts';
import { noResponseCode, serviceFailure } from './service-errors.ts';

const MAX_ATTEMPTS = 3;
/** The pause doubles with each further attempt. */
const MAX_FIRST_PAUSE_MS = 200;

export type Call<Result> = (signal: AbortSignal) => Promise<Result>;

/** Rejects at the abort even if the work ignores the signal. If the work ends at the same moment, its result counts. */
export const endedBy = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => setImmediate(() => reject(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

export const isOverloaded = (error: unknown): boolean => {
  const { name, status = 0 } = serviceFailure(error);
  return status >= 500 || status === 429 || status === 409 || /Throttl|TooManyRequests|SlowDown/.test(name);
};

const LASTING = /^(?:WallfeedError|CredentialsProviderError|TooLarge)$/;

const isRetryable = (error: unknown): boolean => {
  const { name, status = 0, wasSkewed, isMarkedRetryable } = serviceFailure(error);
  if (isMarkedRetryable || isOverloaded(error)) return true;
  if (LASTING.test(name)) return false;
  return noResponseCode(error) !== undefined || status < 300 || wasSkewed;
};

/**
 * Returns the milliseconds before the next attempt, at least as many as the service asks for. Half of the pause is
 * random, so that environments which failed together do not retry together.
 */
const pauseAfter = (attempt: number, error: unknown): number => {
  const { retryAfter = 0 } = serviceFailure(error);
  return Math.max(retryAfter * 1000, (MAX_FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random())) / 2);
};

/**
 * Calls a service and retries temporary failures. Stops if another attempt, with the duration of the last one, would
 * miss the deadline.
 * @throws the error of the last attempt. If the signal aborts an attempt that the service has not refused, throws the
 * reason of the signal.
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
      if (attempt === MAX_ATTEMPTS || !isRetryable(error) || wouldEndAt > endsAt || pause > maxPauseMs) throw error;
      await sleep(pause);
    }
  }
};

/** Starts an unref'd timer. Returns a function that cancels it. */
export const runLater = (milliseconds: number, run: () => void): (() => void) => {
  const moment = AbortSignal.timeout(Math.max(1, Math.floor(milliseconds)));
  moment.addEventListener('abort', run, { once: true });
  return () => moment.removeEventListener('abort', run);
};

/** The first call, its hedge, and one retry. */
const MAX_CALLS = 3;
/** Used only if the other call is still running. */
const RETRY_DELAY_MS = 200;

/** Calls `onProgress` for each part of the response that arrives. */
export type HedgedCall<Result> = (signal: AbortSignal, onProgress: () => void) => Promise<Result>;

const watchProgress = (milliseconds: number, run: () => void) => {
  let progressAt = performance.now();
  const check = (): void => {
    const rest = progressAt + milliseconds - performance.now();
    if (rest <= 0) run();
    else cancel = runLater(rest, check);
  };
  let cancel = runLater(milliseconds, check);
  return {
    onProgress: () => {
      progressAt = performance.now();
    },
    cancel: () => cancel(),
  };
};

/**
 * Hedges a slow call: after `delay` milliseconds without progress, a second call starts on another connection. The
 * first success wins and aborts the other call. A call that fails while the other is running is retried. Use it only
 * for calls that change nothing.
 * @throws the error of a failed call. If the signal aborts, throws the last refusal of the service, or else the reason
 * of the signal.
 */
export const hedgeCall =
  <Result>(call: HedgedCall<Result>, delay: number): Call<Result> =>
  async (signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const underWay = new Set<AbortController>();
    const endAll = () => {
      for (const one of underWay) one.abort();
    };
    let begun = 0;
    let isOver = false;
    let cancelRetry = () => {};
    let refusal: unknown;
    const begin = async (): Promise<void> => {
      const one = new AbortController();
      underWay.add(one);
      begun += 1;
      try {
        const result = await call(one.signal, progress.onProgress);
        underWay.delete(one);
        endAll();
        resolve(result);
      } catch (error) {
        underWay.delete(one);
        if (isOverloaded(error)) refusal = error;
        if (underWay.size === 0 || !isRetryable(error)) reject(error);
        else if (!isOver && begun < MAX_CALLS) cancelRetry = runLater(RETRY_DELAY_MS, begin);
      }
    };
    const progress = watchProgress(delay, begin);
    const onAbort = () => reject(refusal ?? signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    void begin();
    return promise.finally(() => {
      isOver = true;
      progress.cancel();
      cancelRetry();
      signal.removeEventListener('abort', onAbort);
      endAll();
    });
  };
