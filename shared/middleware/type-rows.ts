import { readingOf } from '../catalogue/fold-tables.ts';
import { obtain, type Step } from '../handler/exchange.ts';
import { typeTables } from '../tabular/type-tables.ts';

/** Step 5: cells to typed rows. A document has none. */
export const typeRows = (timezone: string): Step => {
  const typeRowsBefore: Step['before'] = ({ context }) => {
    const endpoint = obtain(context, 'endpoint');
    const { tables } = context.exchange;
    if (!tables) return;
    const { fill } = endpoint.options;
    context.exchange.typed = typeTables(endpoint.definition.tables, tables, {
      timezone,
      fill: typeof fill === 'number' ? fill : undefined,
      reading: readingOf(endpoint.definition, endpoint),
    });
  };
  return { before: typeRowsBefore };
};
