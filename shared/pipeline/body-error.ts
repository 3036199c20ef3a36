import type { Violation } from '../catalogue/rule.ts';
import { type Settings, tablesOf } from '../catalogue/settings.ts';
import type { Shape } from '../catalogue/shape.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { shorten } from '../errors/shorten.ts';
import { DETAILS_LIMIT, type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import { placeOf } from '../tabular/type-tables.ts';
import { foldTables } from './fold-tables.ts';
import { traceViolations } from './trace-violations.ts';

/** A path through a document leads along keys of any length. */
const LONGEST_PATH = 200;

/** The rows that a body was folded from, as read and as typed. */
export interface FoldedFrom {
  readonly tables: Readonly<Record<string, Table>>;
  readonly typed: TypedTables<TableDefinitions>;
  readonly endpoint: Settings;
  /** How long tracing may take; a violation that is not traced in time names no cell. */
  readonly budget?: Budget;
}

const places = (
  shape: Shape,
  { tables, typed, endpoint, budget }: FoldedFrom,
  violations: readonly Violation[],
): readonly Partial<Detail>[] => {
  const definitions = tablesOf(shape, endpoint);
  const several = Object.keys(definitions).length > 1;
  const fold = (marked: TypedTables<TableDefinitions>) => foldTables(shape, marked, endpoint);
  const paths = violations.map(({ path }) => path);
  return traceViolations(definitions, typed, fold, paths, budget).map((origin) => {
    const table = origin && tables[origin.table];
    return table ? { ...(several && { table: origin.table }), ...placeOf(table, origin.row, origin.column) } : {};
  });
};

/** The problem of a body that does not fit: every violation with its path, and the cell it comes from where one is to blame. */
export const bodyError = (
  shape: Shape,
  violations: readonly Violation[],
  from: FoldedFrom | undefined,
): WallfeedError => {
  const listed = violations.slice(0, DETAILS_LIMIT);
  const cells = from ? places(shape, from, listed) : [];
  const details = listed.map(
    ({ path, message, hint }, index): Detail => ({
      path: shorten(path, LONGEST_PATH),
      ...cells[index],
      message,
      ...(hint && { hint }),
    }),
  );
  const found = details[0] ? describeDetail(details[0]) : '';
  return new WallfeedError('BODY_INVALID', `The body does not fit the component: ${found}.`, details);
};
