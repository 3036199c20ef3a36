import { bodyError } from '../catalogue/body-error.ts';
import { validateBody } from '../catalogue/validate-body.ts';
import { obtain, type Step } from '../handler/exchange.ts';

/** Step 7: the body against its shape's schema and rules. One that does not fit is never sent. */
export const validateResponse = (): Step => {
  const validateResponseAfter: Step['after'] = ({ context }) => {
    const endpoint = obtain(context, 'endpoint');
    const { body, tables, typed } = context.exchange;
    const violations = validateBody(endpoint.definition, endpoint.validate, body);
    if (violations.length === 0) return;
    throw bodyError(endpoint.definition, violations, tables && typed && { tables, typed, endpoint });
  };
  return { after: validateResponseAfter };
};
