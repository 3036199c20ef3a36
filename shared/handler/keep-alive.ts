import type { LogHooks } from '../middleware/log-requests.ts';

const INTERVAL_MS = 60 * 60_000;

/**
 * Keeps the event loop alive during requests. All timers of deadlines are unref'd: if a call never ends, such as after the
 * status 101, the process would otherwise exit before its deadline. One timer serves all requests of a handler.
 */
export const keepAlive = ({ requestStart, requestEnd }: LogHooks): LogHooks => {
  const timer = setInterval(() => undefined, INTERVAL_MS).unref();
  let running = 0;
  return {
    requestStart: (request) => {
      running += 1;
      timer.ref();
      requestStart(request);
    },
    requestEnd: (request) => {
      running -= 1;
      if (running === 0) timer.unref();
      requestEnd(request);
    },
  };
};
