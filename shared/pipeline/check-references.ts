import { shown } from '../catalogue/describe-schema-error.ts';
import type { Reference } from '../catalogue/reference.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import { placeBesidePath } from '../tabular/cell-fault.ts';
import type { FreeRows } from '../tabular/define-table.ts';
import type { AnyRow } from '../tabular/key-check.ts';
import type { Table } from '../tabular/table.ts';
import type { BoundShape } from './bind-shape.ts';

type Typed = readonly AnyRow[] | FreeRows;

const rowsOf = (typed: Typed | undefined): readonly unknown[] =>
  typed && 'rows' in typed ? typed.rows : (typed ?? []);

/** Collects the values that a reference may have. */
const targets = ({ to }: Reference, typed: Readonly<Record<string, Typed>>): ReadonlySet<unknown> => {
  const { column } = to;
  const rows = rowsOf(typed[to.table]);
  return new Set(rows.map((row, index) => (column === undefined ? index + 1 : (row as AnyRow)[column])));
};

type Tables = Readonly<Record<string, Table>>;
type TypedRows = Readonly<Record<string, Typed>>;

const pathOf = ({ path }: Reference, { options, reading }: BoundShape, row: number): string =>
  (typeof path === 'string' ? path : path(options, reading)).replace('[]', `[${row}]`);

const missingRow = ({ table, column = 'row' }: Reference['to'], value: unknown) => ({
  message: `the table ${table} has no ${column} ${shown(value)}`,
  hint: `write an existing ${column} of the table ${table}, or add the row to that table`,
});

/** Finds the cells that refer to rows which do not exist. */
function* findDangling(
  bound: BoundShape,
  reference: Reference,
  tables: Tables,
  typed: TypedRows,
): Generator<Detail, undefined> {
  const { table: name, column, to } = reference;
  const table = tables[name];
  const definition = bound.tables[name];
  if (!table || !typed[to.table] || definition?.kind !== 'fixed') return;
  const known = targets(reference, typed);
  const index = Object.keys(definition.columns).indexOf(column);
  for (const [at, row] of (rowsOf(typed[name]) as AnyRow[]).entries()) {
    if (known.has(row[column])) continue;
    const place = { path: pathOf(reference, bound, at), table: name, ...placeBesidePath(table, at, index) };
    yield { ...place, ...missingRow(to, row[column]) };
  }
}

/**
 * Checks the references of a shape in its typed rows.
 * @throws WallfeedError BODY_INVALID, with the cell of each reference to a row that does not exist, up to the limit.
 */
export const checkReferences = (
  bound: BoundShape,
  tables: Tables,
  typed: TypedRows,
  { maxDetails }: Pick<Budget, 'maxDetails'>,
): void => {
  const details = [
    ...bound.shape.references
      .values()
      .flatMap((reference) => findDangling(bound, reference, tables, typed))
      .take(maxDetails),
  ];
  const [first] = details;
  if (first)
    throw new WallfeedError('BODY_INVALID', `The tables do not fit together: ${describeDetail(first)}.`, details);
};
