import type { LogHooks } from '../middleware/log-requests.ts';

const LONGER_THAN_ANY_REQUEST_MS = 60 * 60_000;

/**
 * Keeps the event loop alive during a request. All deadlines are unref'd timers, so without this the process would exit
 * before them if a call ends without any event, such as a call with the status 101.
 */
export const keepAlive = ({ requestStart, requestEnd }: LogHooks): LogHooks => {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  return {
    requestStart: (request) => {
      timers.set(
        request,
        setInterval(() => undefined, LONGER_THAN_ANY_REQUEST_MS),
      );
      requestStart(request);
    },
    requestEnd: (request) => {
      clearInterval(timers.get(request));
      requestEnd(request);
    },
  };
};
