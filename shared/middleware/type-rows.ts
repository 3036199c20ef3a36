import { typeEndpoint } from '../catalogue/type-endpoint.ts';
import { obtain, type Step } from '../handler/exchange.ts';

/** Step 5: cells to typed rows. A document has none. */
export const typeRows = (timezone: string): Step => {
  const typeRowsBefore: Step['before'] = ({ context }) => {
    const { tables } = context.exchange;
    const endpoint = obtain(context, 'endpoint');
    if (tables) context.exchange.typed = typeEndpoint(endpoint.definition, tables, endpoint, timezone);
  };
  return { before: typeRowsBefore };
};
