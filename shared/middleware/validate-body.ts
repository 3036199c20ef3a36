import type { Budget } from '../limits/budget.ts';
import type { BoundShape, Endpoint } from '../pipeline/bind-endpoints.ts';
import { isValidBody } from '../pipeline/is-valid-body.ts';
import type { MadeBody } from '../pipeline/make-body.ts';
import { type Hook, type Middleware, type ResolvedContext, resultOf } from './request-context.ts';
import { timeStep } from './timing.ts';

const logAdvice = ({ slug, bound }: Endpoint, body: unknown): void => {
  for (const rule of bound.shape.advice) {
    const paths = rule.check(body).map(({ path }) => path);
    if (paths.length > 0) console.warn(JSON.stringify({ advice: rule.name, endpoint: slug, paths }));
  }
};

/** Loads what describes an invalid body, which few requests need. */
const refuse = async (bound: BoundShape, result: MadeBody & { readonly budget: Budget }): Promise<never> => {
  const { describeBody } = await import('../pipeline/check-body.ts');
  throw describeBody(bound, result, result.budget);
};

/** Validates a new body with its schema and rules. An invalid body is never sent. */
export const validateBody = (): Middleware<ResolvedContext> => {
  const validateBodyAfter: Hook<ResolvedContext> = (request) => {
    const result = resultOf(request);
    if (result.state === 'revalidated') return undefined;
    const { endpoint, timing } = request.context;
    const { bound } = endpoint;
    return timeStep(timing, 'validate', () => {
      if (!isValidBody(bound, result, result.budget)) return refuse(bound, result);
      logAdvice(endpoint, result.body);
      return undefined;
    });
  };
  return { after: validateBodyAfter };
};
