import type { Exchange, Step } from '../handler/exchange.ts';

const note = ({ durations }: Exchange, name: string, start: number): void => {
  durations[name] = (durations[name] ?? 0) + performance.now() - start;
};

/** Runs a part of a request and notes how long it took, whether it succeeds or not. */
export const timeStep = (exchange: Exchange, name: string, run: () => unknown): unknown => {
  const start = performance.now();
  let result: unknown;
  try {
    result = run();
  } finally {
    if (!(result instanceof Promise)) note(exchange, name, start);
  }
  return result instanceof Promise ? result.finally(() => note(exchange, name, start)) : result;
};

/** A step that notes how long it takes. */
export const timed = (name: string, { before, after, onError }: Step): Step => ({
  ...(before && { before: (request) => timeStep(request.context.exchange, name, () => before(request)) }),
  ...(after && { after: (request) => timeStep(request.context.exchange, name, () => after(request)) }),
  ...(onError && { onError }),
});
