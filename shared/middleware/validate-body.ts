import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import { checkBody } from '../pipeline/check-body.ts';
import { type Hook, type Middleware, type ResolvedContext, resultOf } from './request-context.ts';
import { timeStep } from './timing.ts';

/** Logs violations of rules that the interface only recommends. */
const logAdvice = ({ slug, bound }: Endpoint, body: unknown): void => {
  for (const rule of bound.shape.advice) {
    const paths = rule.check(body).map(({ path }) => path);
    if (paths.length > 0) console.warn(JSON.stringify({ advice: rule.name, endpoint: slug, paths }));
  }
};

/** Validates a new body with its schema and rules. An invalid body is never sent. */
export const validateBody = (): Middleware<ResolvedContext> => {
  const validateBodyAfter: Hook<ResolvedContext> = (request) => {
    const result = resultOf(request);
    if (result.state === 'revalidated') return;
    const { endpoint, timing } = request.context;
    timeStep(timing, 'validate', () => {
      checkBody(endpoint.bound, result, result.budget);
      logAdvice(endpoint, result.body);
    });
  };
  return { after: validateBodyAfter };
};
