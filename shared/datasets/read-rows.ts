import type { Deadline } from '../aws/deadline.ts';
import type { DatasetConfig } from '../config/dataset.ts';
import { isWindowed } from '../config/depends-on-window.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import { bindTable } from '../sources/bind-table.ts';
import { readTable } from '../sources/read-source.ts';
import type { KeptObjects } from '../sources/s3/kept-objects.ts';
import type { ObjectVersion } from '../sources/s3/receive-body.ts';
import { type ColumnRows, toColumnRows } from '../tabular/column-rows.ts';
import { ANY_COLUMNS } from './select-rows.ts';
import type { Slot } from './slot.ts';

/**
 * The rows of a source, or its error. `version` is the version of the file that was read. `start` is the start of the
 * slot of the rows, if it differs from the slot that was asked for.
 */
export type SourceRows = { readonly version?: ObjectVersion; readonly start?: number } & (
  | { readonly rows: ColumnRows }
  | { readonly fault: WallfeedError }
);

/** Rows of an earlier slot, which can be served while there are no rows of the current slot. */
export interface EarlierRows {
  readonly rows: ColumnRows;
  /** The start of the slot that the rows belong to. */
  readonly start: number;
  /** Time until which rows that came after their slot may be served, in milliseconds since 1970. */
  readonly lateUntil?: number;
}

/** The limits of one read. */
export interface ReadLimits {
  readonly deadline: Deadline;
  readonly budget: Budget;
  /** Files whose bytes are kept from one request to the next. */
  readonly objects: KeptObjects | undefined;
  /** True if older rows or responses can be served. */
  readonly hasStale: boolean;
  /** The start of the slot of the cached rows, if there are any. */
  readonly cachedStart?: number | undefined;
  /** Caches the rows of an earlier slot. */
  readonly keepEarlier?: (earlier: EarlierRows) => void;
}

/**
 * Reads the rows of a slot from their source. Returns `known` itself if the file has not changed since.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_COLUMNS.
 */
export type ReadRows = (slot: Slot, known: SourceRows | undefined, limits: ReadLimits) => Promise<SourceRows>;

/**
 * Creates the function that reads a dataset over a file or SQL. If a file has a window, each slot has different rows,
 * even if the file has not changed.
 */
const bindFileOrSql = (source: Exclude<DatasetConfig['source'], { source: 'athena' }>, timezone: string): ReadRows => {
  const bound = bindTable(source, ANY_COLUMNS, { timezone });
  const isLasting = source.source === 'csv' && !isWindowed(source);
  return async ({ window }, known, limits) => {
    const last = isLasting ? known : undefined;
    const { content, fault, version } = await readTable(bound, { ...limits, window, known: last?.version });
    if (last && version && version === last.version) return last;
    const versioned = version ? { version } : {};
    if (fault) return { fault, ...versioned };
    if (!content) throw new Error('the source has neither rows nor an error');
    return { rows: toColumnRows(content), ...versioned };
  };
};

/** Binds the source of a dataset, once for all requests. */
export const bindSource = (config: DatasetConfig, timezone: string): ReadRows => {
  const { source, stale = 0 } = config;
  if (source.source !== 'athena') return bindFileOrSql(source, timezone);
  const load = async () => (await import('../sources/athena/read-athena.ts')).createAthenaReader(source, stale);
  let reader: ReturnType<typeof load> | undefined;
  return async (slot, _known, { keepEarlier, ...limits }) => {
    reader ??= load();
    const readAthena = await reader;
    const { table, start } = await readAthena(slot, {
      ...limits,
      keepEarlier: ({ table, ...earlier }) => keepEarlier?.({ rows: toColumnRows(table), ...earlier }),
    });
    return { rows: toColumnRows(table), start };
  };
};
