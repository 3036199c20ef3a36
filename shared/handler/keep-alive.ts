import type { LogHooks } from '../middleware/log-requests.ts';

const LONGER_THAN_ANY_REQUEST_MS = 60 * 60_000;

/**
 * Keeps the event loop alive while a request is under way. All deadlines are unref'd timers: a call that ends without any
 * event, such as one answered with status 101, would let the process exit before they fire.
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
