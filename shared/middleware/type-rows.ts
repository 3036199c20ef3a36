import { obtain, type Step } from '../http/request-context.ts';
import { UNLIMITED } from '../limits/budget.ts';
import { typeEndpoint } from '../pipeline/type-endpoint.ts';
import type { Table } from '../tabular/table.ts';
import type { TypedTable } from '../tabular/type-tables.ts';

/** Step 5: cells to typed rows, those of a table that was kept only once. A document has none. */
export const typeRows = (timezone: string): Step => {
  const known = new WeakMap<Table, TypedTable>();
  const typeRowsBefore: Step['before'] = ({ context }) => {
    const { tables, budget = UNLIMITED } = context.exchange;
    const endpoint = obtain(context, 'endpoint');
    const type = (read: NonNullable<typeof tables>) =>
      typeEndpoint(endpoint.definition, read, endpoint, timezone, known, budget);
    if (tables) context.exchange.typed = budget.work(() => type(tables));
  };
  return { before: typeRowsBefore };
};
