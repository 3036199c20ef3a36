import type { Hook, InvocationContext, Middleware } from '../http/request-context.ts';
import { type Step, timeStep } from '../http/timing.ts';

const timedHook =
  <C extends InvocationContext>(step: Step, run: Hook<C>): Hook<C> =>
  (request) =>
    timeStep(request.context.timing, step, () => run(request));

/** Records the duration of a middleware's `before` and `after` hooks as a step. The `onError` hook is not recorded. */
export const timed = <C extends InvocationContext>(
  step: Step,
  { before, after, onError }: Middleware<C>,
): Middleware<C> => ({
  ...(before && { before: timedHook(step, before) }),
  ...(after && { after: timedHook(step, after) }),
  ...(onError && { onError }),
});
