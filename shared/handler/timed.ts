import type { Hook, InvocationContext, Middleware } from '../http/request-context.ts';

const timedHook =
  <C extends InvocationContext>(step: string, run: Hook<C>): Hook<C> =>
  (request) =>
    request.context.timing.time(step, () => run(request));

/** The middleware, with the time of its hooks taken as that of a step. Handling an error belongs to no step. */
export const timed = <C extends InvocationContext>(
  step: string,
  { before, after, onError }: Middleware<C>,
): Middleware<C> => ({
  ...(before && { before: timedHook(step, before) }),
  ...(after && { after: timedHook(step, after) }),
  ...(onError && { onError }),
});
