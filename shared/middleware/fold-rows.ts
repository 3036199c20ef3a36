import { foldTables } from '../catalogue/fold-tables.ts';
import { obtain, type Step } from '../handler/exchange.ts';

/** Step 6: typed rows to the body. A document already is one. */
export const foldRows = (): Step => {
  const foldRowsBefore: Step['before'] = ({ context }) => {
    const { typed } = context.exchange;
    const endpoint = obtain(context, 'endpoint');
    if (typed) context.exchange.body = foldTables(endpoint.definition, typed, endpoint);
  };
  return { before: foldRowsBefore };
};
