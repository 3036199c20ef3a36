import { obtain, type Step } from '../http/request-context.ts';
import { UNLIMITED } from '../limits/budget.ts';
import { foldTables } from '../pipeline/fold-tables.ts';

/** The slowest fold, with all steps after it, takes this much of the time of reading and typing, as measured. */
const FOLD_SHARE = 3;
/** The same, as a share of the time of typing alone: a file with quotes is slow to read and no slower to fold. */
const FOLD_SHARE_OF_TYPING = 10;

/** Step 6: typed rows to the body. A document already is one. */
export const foldRows = (): Step => {
  const foldRowsBefore: Step['before'] = ({ context }) => {
    const { typed, budget = UNLIMITED } = context.exchange;
    const endpoint = obtain(context, 'endpoint');
    if (!typed) return;
    budget.checkAhead(FOLD_SHARE, FOLD_SHARE_OF_TYPING);
    context.exchange.body = budget.work(() => foldTables(endpoint.definition, typed, endpoint));
  };
  return { before: foldRowsBefore };
};
