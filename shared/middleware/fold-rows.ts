import { foldTables } from '../catalogue/fold-tables.ts';
import { obtain, type Step } from '../handler/exchange.ts';
import { UNLIMITED } from '../limits/budget.ts';

/** The slowest fold, with all steps after it, takes this much of the time of reading and typing, as measured. */
const FOLD_SHARE = 3;

/** Step 6: typed rows to the body. A document already is one. */
export const foldRows = (): Step => {
  const foldRowsBefore: Step['before'] = ({ context }) => {
    const { typed, budget = UNLIMITED } = context.exchange;
    const endpoint = obtain(context, 'endpoint');
    if (!typed) return;
    budget.checkAhead(FOLD_SHARE);
    context.exchange.body = budget.work(() => foldTables(endpoint.definition, typed, endpoint));
  };
  return { before: foldRowsBefore };
};
