import type { Exchange, Step } from '../handler/exchange.ts';

/** Runs a part of a request and notes how long it took, whether it succeeds or not. */
export const timeStep = (exchange: Exchange, name: string, run: () => unknown): unknown => {
  const start = performance.now();
  const note = (): void => {
    exchange.durations[name] = (exchange.durations[name] ?? 0) + performance.now() - start;
  };
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    note();
    throw error;
  }
  if (result instanceof Promise) return result.finally(note);
  note();
  return result;
};

/** A step that notes how long it takes. */
export const timed = (name: string, { before, after, onError }: Step): Step => ({
  ...(before && { before: (request) => timeStep(request.context.exchange, name, () => before(request)) }),
  ...(after && { after: (request) => timeStep(request.context.exchange, name, () => after(request)) }),
  ...(onError && { onError }),
});
