import { type Call, mayPass } from './call-source.ts';

/**
 * A call that begins a second time, on another connection, when there is no answer after so many milliseconds; the first
 * is not given up. What answers first is taken, and the other ended. Only for calls that change nothing.
 */
export const hedgeCall =
  <Result>(call: Call<Result>, patience: number): Call<Result> =>
  async (signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const underWay = new Set<AbortController>();
    const endAll = () => {
      for (const one of underWay) one.abort();
    };
    const begin = async (): Promise<void> => {
      const one = new AbortController();
      underWay.add(one);
      try {
        const result = await call(one.signal);
        underWay.delete(one);
        endAll();
        resolve(result);
      } catch (error) {
        underWay.delete(one);
        if (underWay.size === 0 || !mayPass(error)) reject(error);
      }
    };
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const late = AbortSignal.timeout(patience);
    late.addEventListener('abort', begin, { once: true });
    void begin();
    return promise.finally(() => {
      late.removeEventListener('abort', begin);
      signal.removeEventListener('abort', onAbort);
      endAll();
    });
  };
