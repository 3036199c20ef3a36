import { accepts } from '../catalogue/accepts.ts';
import type { Budget } from '../limits/budget.ts';
import type { BoundShape } from './bind-endpoints.ts';
import type { MadeBody } from './make-body.ts';

/** Measured: validating and sending a folded body, as a multiple of all earlier steps. */
const BODY_SHARE = 1;
/** Measured: validating and sending a document, as a multiple of parsing it. */
const DOCUMENT_SHARE = 3;

/** @throws WallfeedError SOURCE_TIMEOUT if there is too little time left to validate and send the body. */
export const isValidBody = ({ shape, validate }: BoundShape, { body, from }: MadeBody, budget: Budget): boolean => {
  budget.checkAhead(from ? BODY_SHARE : DOCUMENT_SHARE);
  return budget.work(
    () => accepts(validate, body) === true && shape.rules.every((rule) => rule.check(body, '', 1).length === 0),
  );
};
