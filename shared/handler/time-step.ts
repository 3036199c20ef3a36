import type { Exchange, Part, Step } from '../http/request-context.ts';

/** Notes how long it is since the part of the request that was noted last. */
const note = (exchange: Exchange, name: string): void => {
  const now = performance.now();
  exchange.durations[name] = (exchange.durations[name] ?? 0) + now - exchange.notedAt;
  exchange.notedAt = now;
};

/** A part of a request that notes how long it took, whether it succeeds or not. */
const timedPart =
  (name: string, run: Part): Part =>
  (request) => {
    const { exchange } = request.context;
    let result: unknown;
    try {
      result = run(request);
    } finally {
      if (!(result instanceof Promise)) note(exchange, name);
    }
    return result instanceof Promise ? result.finally(() => note(exchange, name)) : result;
  };

/** A step that notes how long it takes. */
export const timed = (name: string, { before, after, onError }: Step): Step => ({
  ...(before && { before: timedPart(name, before) }),
  ...(after && { after: timedPart(name, after) }),
  ...(onError && { onError }),
});
