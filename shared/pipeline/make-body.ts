import type { ChangeTimes } from '../aws/deadline.ts';
import type { KnownObjects } from '../cache/create-memory.ts';
import type { CachedResponse } from '../cache/response-body.ts';
import type { Timestamp } from '../cache/timestamp.ts';
import type { Reference } from '../catalogue/shape.ts';
import { shown } from '../catalogue/shown.ts';
import type { StaleRows } from '../datasets/dataset-table.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { Facts } from '../promises/finding.ts';
import { placeBesidePath } from '../tabular/cell-fault.ts';
import type { FreeRows, TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import { type EmptyReason, emptyReasonOf } from '../tabular/empty-reason.ts';
import type { AnyRow } from '../tabular/key-checks.ts';
import type { Table } from '../tabular/table.ts';
import { typeTables } from '../tabular/type-tables.ts';
import type { BoundShape, Endpoint } from './bind-endpoints.ts';
import { type ReadRequest, readSources } from './read-sources.ts';

type Tables = Readonly<Record<string, Table>>;
type TypedRows = TypedTables<TableDefinitions>;
type Typed = readonly AnyRow[] | FreeRows;

const rowsOf = (typed: Typed | undefined): readonly unknown[] =>
  typed && 'rows' in typed ? typed.rows : (typed ?? []);

const targets = ({ to }: Reference, typed: Readonly<Record<string, Typed>>): ReadonlySet<unknown> => {
  const { column } = to;
  const rows = rowsOf(typed[to.table]);
  return new Set(rows.map((row, index) => (column === undefined ? index + 1 : (row as AnyRow)[column])));
};

const pathOf = ({ path }: Reference, { options, reading }: BoundShape, row: number): string =>
  (typeof path === 'string' ? path : path(options, reading)).replace('[]', `[${row}]`);

const missingRow = ({ table, column = 'row' }: Reference['to'], value: unknown) => ({
  message: `the table ${table} has no ${column} ${shown(value)}`,
  hint: `write an existing ${column} of the table ${table}, or add the row to that table`,
});

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
 * @throws WallfeedError BODY_INVALID, with the cell of each reference to a row that does not exist, up to the limit.
 */
const checkReferences = (
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

/** Measured: folding and all later steps, as a multiple of reading and typing. */
const FOLD_SHARE = 3;

export interface FoldedFrom {
  readonly tables: Tables;
  readonly typed: TypedRows;
}

/** A body that is not validated yet. */
export interface MadeBody {
  readonly body: unknown;
  readonly rows: number;
  readonly empty?: EmptyReason;
  /** Absent for a document. */
  readonly from?: FoldedFrom;
}

interface FreshBody extends MadeBody {
  readonly state: 'fresh' | 'stale';
  /** When the sources were read. For datasets, the time of the oldest rows. */
  readonly askedAt: Timestamp;
  /** Earliest change of the files that were read, in milliseconds since 1970. */
  readonly modifiedAt?: number | undefined;
  /** Set if the body was made from stale rows of a dataset. */
  readonly stale?: StaleRows;
  readonly budget: Budget;
  /** The facts by which promises are judged. A middleware adds them. */
  readonly facts?: Facts;
}

/** No source has changed since the last response, which is valid. */
interface UnchangedBody {
  readonly state: 'revalidated';
  readonly askedAt: Timestamp;
  readonly modifiedAt?: number | undefined;
  readonly response: CachedResponse;
}

export type BodyResult = FreshBody | UnchangedBody;

/** Records a step that fails, too. */
type TimeStep = <Result>(step: 'read' | 'type' | 'fold', run: () => Result) => Result;

export interface BodyRequest extends ReadRequest {
  /** The current time counts as the time at which the sources were read. */
  readonly askedAt: Timestamp;
  readonly time: TimeStep;
  /** Called even if a source is invalid, but not if nothing has changed. */
  readonly onRead: (objects: KnownObjects, rows: number) => void;
}

const countRows = (tables: Tables): number =>
  Object.values(tables).reduce((rows, table) => rows + table.rows.length, 0);

/** Returns undefined for a single table, which is never typed twice. */
const reusable = ({ typedBefore }: BoundShape, tables: Tables): BoundShape['typedBefore'] | undefined =>
  Object.keys(tables).length > 1 ? typedBefore : undefined;

/** @throws WallfeedError TABLE_*, BODY_INVALID (a reference to a row that does not exist). */
export const typeRows = (bound: BoundShape, tables: Tables, budget: Budget): FoldedFrom =>
  budget.work(() => {
    const { timezone, options, reading } = bound;
    const known = reusable(bound, tables);
    const typed = typeTables(bound.tables, tables, { timezone, options, reading, budget, ...(known && { known }) });
    checkReferences(bound, tables, typed, budget);
    return { tables, typed };
  });

/** @throws WallfeedError SOURCE_TIMEOUT if there is too little time left to fold them and to send the body. */
export const foldRows = ({ fold }: BoundShape, from: FoldedFrom, budget: Budget): MadeBody => {
  budget.checkAhead(FOLD_SHARE);
  const empty = emptyReasonOf(Object.values(from.tables));
  return {
    body: budget.work(() => fold(from.typed)),
    rows: countRows(from.tables),
    ...(empty && { empty }),
    from,
  };
};

const staleOf = ({ stale }: { readonly stale?: StaleRows }): Partial<Pick<FreshBody, 'state' | 'stale'>> =>
  stale ? { state: 'stale', stale } : {};

/**
 * Makes the body of an endpoint: reads its sources, types their cells and folds the rows. A document already is a body,
 * so it is only read.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_*, BODY_INVALID.
 */
export const makeBody = async (endpoint: Endpoint, request: BodyRequest): Promise<BodyResult> => {
  const { askedAt, budget, time, onRead } = request;
  const changes: ChangeTimes = {};
  const deadline = { ...request.deadline, changes };
  const { bound } = endpoint;
  const read = await time('read', () => readSources(endpoint, { ...request, deadline }));
  const { oldest: modifiedAt } = changes;
  if (read.kind === 'unchanged') return { state: 'revalidated', askedAt, modifiedAt, response: read.response };
  onRead(read.objects, read.kind === 'tables' ? countRows(read.tables) : 0);
  if (read.kind === 'invalid') throw read.fault;
  const typed = time('type', () =>
    read.kind === 'document' ? { body: read.document, rows: 0 } : typeRows(bound, read.tables, budget),
  );
  const folded = time('fold', () => ('body' in typed ? typed : foldRows(bound, typed, budget)));
  const sourceAge = read.kind === 'tables' ? { askedAt: read.askedAt ?? askedAt, ...staleOf(read) } : { askedAt };
  return { state: 'fresh', ...sourceAge, modifiedAt, budget, ...folded };
};
