import { type Call, mayPass } from './call-source.ts';
import { runLater } from './run-later.ts';

/** The first call, the one beside it, and one in place of either. */
const CALLS = 3;
/** Milliseconds before a call that failed beside another is made again. */
const PAUSE = 200;

/**
 * A call that begins a second time, on another connection, when there is no answer after so many milliseconds; the first
 * is not given up. What answers first is taken, and the other ended. One of the two that fails is made again while the
 * other is under way. Only for calls that change nothing.
 */
export const hedgeCall =
  <Result>(call: Call<Result>, patience: number): Call<Result> =>
  async (signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const underWay = new Set<AbortController>();
    const endAll = () => {
      for (const one of underWay) one.abort();
    };
    let begun = 0;
    let isOver = false;
    const begin = async (): Promise<void> => {
      const one = new AbortController();
      underWay.add(one);
      begun += 1;
      try {
        const result = await call(one.signal);
        underWay.delete(one);
        endAll();
        resolve(result);
      } catch (error) {
        underWay.delete(one);
        if (underWay.size === 0 || !mayPass(error)) reject(error);
        else if (!isOver && begun < CALLS) cancelNext = runLater(PAUSE, begin);
      }
    };
    let cancelNext = runLater(patience, begin);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    void begin();
    return promise.finally(() => {
      isOver = true;
      cancelNext();
      signal.removeEventListener('abort', onAbort);
      endAll();
    });
  };
