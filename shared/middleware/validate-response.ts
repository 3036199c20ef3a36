import { validateBody } from '../catalogue/validate-body.ts';
import { type Endpoint, obtain, type Step } from '../http/request-context.ts';
import { UNLIMITED } from '../limits/budget.ts';
import { bodyError } from '../pipeline/body-error.ts';

/** Validating and sending take this much of the time of all steps before, as measured. */
const BODY_SHARE = 1;
/** A document is only parsed before, and validating and sending it takes longer. */
const DOCUMENT_SHARE = 3;

/** What the interface recommends and does not demand is told to the log alone. */
const logAdvice = ({ slug, definition }: Endpoint, body: unknown): void => {
  for (const rule of definition.advice) {
    const paths = rule.check(body).map(({ path }) => path);
    if (paths.length > 0) console.warn(JSON.stringify({ advice: rule.name, endpoint: slug, paths }));
  }
};

/** Step 7: the body against its shape's schema and rules. One that does not fit is never sent. */
export const validateResponse = (): Step => {
  const validateResponseAfter: Step['after'] = ({ context }) => {
    const endpoint = obtain(context, 'endpoint');
    const { body, tables, typed, budget = UNLIMITED } = context.exchange;
    budget.checkAhead(endpoint.document ? DOCUMENT_SHARE : BODY_SHARE);
    const violations = budget.work(() => validateBody(endpoint.definition, endpoint.validate, body));
    if (violations.length === 0) {
      logAdvice(endpoint, body);
      return;
    }
    throw bodyError(endpoint.definition, violations, tables && typed && { tables, typed, endpoint, budget });
  };
  return { after: validateResponseAfter };
};
