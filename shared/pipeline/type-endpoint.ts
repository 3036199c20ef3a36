import { resolveOptions } from '../catalogue/option.ts';
import { readingOf, type Settings, tablesOf } from '../catalogue/settings.ts';
import type { Shape } from '../catalogue/shape.ts';
import type { Budget } from '../limits/budget.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import { type TypedTable, typeTables } from '../tabular/type-tables.ts';
import { checkReferences } from './check-references.ts';

/**
 * The tables of an endpoint to typed rows whose references hold.
 * @param timezone in which times without a zone are read.
 * @param known tables that this endpoint had before, typed.
 * @throws WallfeedError TABLE_*, BODY_INVALID (a reference that leads nowhere).
 */
export const typeEndpoint = (
  shape: Shape,
  tables: Readonly<Record<string, Table>>,
  endpoint: Settings,
  timezone: string,
  known?: WeakMap<Table, TypedTable>,
  budget?: Budget,
): TypedTables<TableDefinitions> => {
  const definitions = tablesOf(shape, endpoint);
  const options = resolveOptions(shape.options, endpoint.options);
  const reading = readingOf(shape, endpoint);
  const typed = typeTables(definitions, tables, {
    timezone,
    options,
    reading,
    ...(known && { known }),
    ...(budget && { budget }),
  });
  checkReferences(shape.references, { definitions, tables, typed, options, reading });
  return typed;
};
