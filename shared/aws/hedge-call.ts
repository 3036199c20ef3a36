import { type Call, isOverloaded, isRetryable } from './retry-call.ts';
import { runLater } from './run-later.ts';

/** The first call, the hedge, and one in place of either. */
const MAX_CALLS = 3;
/** Milliseconds before a call that failed beside another is made again. */
const RETRY_DELAY_MS = 200;

/** A call that says when part of its response has arrived. */
export type HedgedCall<Result> = (signal: AbortSignal, onProgress: () => void) => Promise<Result>;

/** Runs `run` once, as soon as no progress was made for `milliseconds`. */
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
 * Hedges a slow call: when nothing of its response has arrived for `delay` milliseconds, a second call starts on another
 * connection. The first is not given up. The first success wins, and the other call is aborted. A call that fails while
 * another is under way is made again. Only for calls that change nothing.
 * @throws when time runs out: the refusal of a service that refused every hedge, or else the reason of the signal.
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
