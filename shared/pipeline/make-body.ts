import type { KnownObjects } from '../cache/create-memory.ts';
import type { CachedResponse } from '../cache/response-body.ts';
import type { Timestamp } from '../cache/timestamp.ts';
import type { StaleRows } from '../datasets/dataset-table.ts';
import type { Budget } from '../limits/budget.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import { type EmptyReason, emptyReasonOf } from '../tabular/empty-reason.ts';
import type { Table } from '../tabular/table.ts';
import { typeTables } from '../tabular/type-tables.ts';
import type { Endpoint } from './bind-endpoints.ts';
import type { BoundShape } from './bind-shape.ts';
import { checkReferences } from './check-references.ts';
import { type ReadRequest, readSources } from './read-sources.ts';

type Tables = Readonly<Record<string, Table>>;
type TypedRows = TypedTables<TableDefinitions>;

/** Maximum duration of folding and all later steps, as a multiple of reading and typing; measured. */
const FOLD_SHARE = 3;

/** The rows from which a body was folded: untyped and typed. */
export interface FoldedFrom {
  readonly tables: Tables;
  readonly typed: TypedRows;
}

/** A body that is not validated yet. */
export interface MadeBody {
  readonly body: unknown;
  /** Number of source rows. */
  readonly rows: number;
  /** Why no row reached the body. */
  readonly empty?: EmptyReason;
  /** The rows that the body was folded from; absent for a document. */
  readonly from?: FoldedFrom;
}

/** A body that was created for this request. */
export interface FreshBody extends MadeBody {
  readonly state: 'fresh' | 'stale';
  /** The time at which the sources were read. For datasets, the time of the oldest rows. */
  readonly askedAt: Timestamp;
  /** The reason, if the body was made from stale rows of a dataset. */
  readonly stale?: StaleRows;
  /** The memory and time that are left for validating and sending the body. */
  readonly budget: Budget;
}

/** The result if no source has changed since the last response, which is valid. */
export interface UnchangedBody {
  readonly state: 'revalidated';
  readonly askedAt: Timestamp;
  readonly response: CachedResponse;
}

export type BodyResult = FreshBody | UnchangedBody;

/** Records the duration of a step of `makeBody`, even if it fails. */
export type TimeStep = <Result>(step: 'read' | 'type' | 'fold', run: () => Result) => Result;

export interface BodyRequest extends ReadRequest {
  /** The current time, which counts as the time at which the sources were read. */
  readonly askedAt: Timestamp;
  readonly time: TimeStep;
  /** Called once the sources have been read, even if one of them is invalid, but not if nothing has changed. */
  readonly onRead: (objects: KnownObjects, rows: number) => void;
}

const countRows = (tables: Tables): number =>
  Object.values(tables).reduce((rows, table) => rows + table.rows.length, 0);

/**
 * Returns the store of typed rows if an endpoint has several tables. A single table is never typed twice, so storing
 * its rows would only take memory.
 */
const reusable = ({ typedBefore }: BoundShape, tables: Tables): BoundShape['typedBefore'] | undefined =>
  Object.keys(tables).length > 1 ? typedBefore : undefined;

/**
 * Types the cells of tables and checks their references.
 * @throws WallfeedError TABLE_*, BODY_INVALID (a reference to a row that does not exist).
 */
export const typeRows = (bound: BoundShape, tables: Tables, budget: Budget): FoldedFrom =>
  budget.work(() => {
    const { timezone, options, reading } = bound;
    const known = reusable(bound, tables);
    const typed = typeTables(bound.tables, tables, { timezone, options, reading, budget, ...(known && { known }) });
    checkReferences(bound, tables, typed, budget);
    return { tables, typed };
  });

/**
 * Folds typed rows to a body.
 * @throws WallfeedError SOURCE_TIMEOUT if there is too little time left to fold them and to send the body.
 */
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
  const { bound } = endpoint;
  const read = await time('read', () => readSources(endpoint, request));
  if (read.kind === 'unchanged') return { state: 'revalidated', askedAt, response: read.response };
  onRead(read.objects, read.kind === 'tables' ? countRows(read.tables) : 0);
  if (read.kind === 'invalid') throw read.fault;
  const typed = time('type', () =>
    read.kind === 'document' ? { body: read.document, rows: 0 } : typeRows(bound, read.tables, budget),
  );
  const folded = time('fold', () => ('body' in typed ? typed : foldRows(bound, typed, budget)));
  const sourceAge = read.kind === 'tables' ? { askedAt: read.askedAt ?? askedAt, ...staleOf(read) } : { askedAt };
  return { state: 'fresh', ...sourceAge, budget, ...folded };
};
