import { typeEndpoint } from '../catalogue/type-endpoint.ts';
import { obtain, type Step } from '../handler/exchange.ts';
import type { Table } from '../tabular/table.ts';
import type { TypedTable } from '../tabular/type-tables.ts';

/** Step 5: cells to typed rows, those of a table that was kept only once. A document has none. */
export const typeRows = (timezone: string): Step => {
  const known = new WeakMap<Table, TypedTable>();
  const typeRowsBefore: Step['before'] = ({ context }) => {
    const { tables } = context.exchange;
    const endpoint = obtain(context, 'endpoint');
    if (tables) context.exchange.typed = typeEndpoint(endpoint.definition, tables, endpoint, timezone, known);
  };
  return { before: typeRowsBefore };
};
