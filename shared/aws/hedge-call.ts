import { type Call, isOverloaded, isRetryable } from './retry-call.ts';

/** Starts an unref'd timer. Returns a function that cancels it. */
export const runLater = (milliseconds: number, run: () => void): (() => void) => {
  const moment = AbortSignal.timeout(Math.max(1, Math.floor(milliseconds)));
  moment.addEventListener('abort', run, { once: true });
  return () => moment.removeEventListener('abort', run);
};

/** Maximum number of calls: the first call, its hedge, and one retry. */
const MAX_CALLS = 3;
/** Pause before a failed call is retried while the other call is running. */
const RETRY_DELAY_MS = 200;

/** A call that reports through `onProgress` each part of its response that arrives. */
export type HedgedCall<Result> = (signal: AbortSignal, onProgress: () => void) => Promise<Result>;

/** Calls `run` once after `milliseconds` without progress. */
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
