import { shown } from '../catalogue/describe-schema-error.ts';
import type { Reference } from '../catalogue/reference.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { DETAILS_LIMIT, type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { FreeRows, TableDefinition } from '../tabular/define-table.ts';
import type { AnyRow } from '../tabular/key-check.ts';
import type { Reading } from '../tabular/reading.ts';
import type { Table } from '../tabular/table.ts';
import { placeOf } from '../tabular/type-tables.ts';

type Typed = readonly AnyRow[] | FreeRows;

const rowsOf = (typed: Typed | undefined): readonly unknown[] =>
  typed && 'rows' in typed ? typed.rows : (typed ?? []);

/** The values that a reference may have. */
const targets = ({ to }: Reference, typed: Readonly<Record<string, Typed>>): ReadonlySet<unknown> => {
  const { column } = to;
  const rows = rowsOf(typed[to.table]);
  return new Set(rows.map((row, index) => (column === undefined ? index + 1 : (row as AnyRow)[column])));
};

interface Tables {
  readonly definitions: Readonly<Record<string, TableDefinition>>;
  readonly tables: Readonly<Record<string, Table>>;
  readonly typed: Readonly<Record<string, Typed>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly reading: Reading;
}

const pathOf = ({ path }: Reference, { options, reading }: Tables, row: number): string =>
  (typeof path === 'string' ? path : path(options, reading)).replace('[]', `[${row}]`);

function* dangling(reference: Reference, given: Tables): Generator<Detail, undefined> {
  const { definitions, tables, typed } = given;
  const { table: name, column, to } = reference;
  const table = tables[name];
  const definition = definitions[name];
  if (!table || !typed[to.table] || definition?.kind !== 'fixed') return;
  const known = targets(reference, typed);
  const index = Object.keys(definition.columns).indexOf(column);
  const target = to.column === undefined ? `row of ${to.table}` : `${to.column} of ${to.table}`;
  for (const [at, row] of (rowsOf(typed[name]) as AnyRow[]).entries()) {
    if (known.has(row[column])) continue;
    const message = `${column} ${shown(row[column])} is no ${target}`;
    const place = { path: pathOf(reference, given, at), table: name, ...placeOf(table, at, index) };
    yield { ...place, message, hint: `name an existing ${target}, or add the row there` };
  }
}

/**
 * Holds the references of a shape against its typed rows.
 * @throws WallfeedError BODY_INVALID, with the cell of every reference that leads nowhere, up to the limit.
 */
export const checkReferences = (references: readonly Reference[], tables: Tables): void => {
  const details = [
    ...references
      .values()
      .flatMap((reference) => dangling(reference, tables))
      .take(DETAILS_LIMIT),
  ];
  const [first] = details;
  if (first)
    throw new WallfeedError('BODY_INVALID', `The tables do not fit together: ${describeDetail(first)}.`, details);
};
