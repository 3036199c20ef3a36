import type { Deadline } from '../aws/deadline.ts';
import type { DatasetConfig } from '../config/sources.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { RequestWindow } from '../sources/rds-data.ts';
import type { KeptObjects } from '../sources/s3/kept-objects.ts';
import type { ObjectVersion } from '../sources/s3/receive-body.ts';
import { blankable, freeText } from '../tabular/column.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import { freeTable } from '../tabular/define-table.ts';

export const ANY_COLUMNS = freeTable(blankable(freeText), blankable(freeText));

export interface SourceSlot {
  /** In milliseconds since 1970. It is also the time of the rows. */
  readonly start: number;
  /** Length in milliseconds. */
  readonly ttl: number;
  /** Empty if all requests near the current time get the same rows. */
  readonly name: string;
  /** True if `currentTime` is far from the clock, and the dataset has different rows for that time. */
  readonly isFar: boolean;
  readonly window: RequestWindow;
  /** Returns the start of the slot that contains a time. */
  readonly startAt: (time: number) => number;
  /** Returns the window that the source reads in the slot with this start. */
  readonly windowAt: (start: number) => RequestWindow;
}

/**
 * `version` is that of the file. `start` is the start of the slot of the rows, if it differs from the slot that was
 * asked for.
 */
export type SourceRows = { readonly version?: ObjectVersion; readonly start?: number } & (
  | { readonly rows: ColumnRows }
  | { readonly fault: WallfeedError }
);

/** Earlier rows can be served while there are no rows of the current slot. */
export interface EarlierRows {
  readonly rows: ColumnRows;
  /** The start of the earlier slot. */
  readonly start: number;
  /** In milliseconds since 1970. Set if the rows came after their slot. */
  readonly lateUntil?: number;
}

/** The parts of a host's answers that `wallfeed query` and the console show. */
export interface AnswerProbe {
  /** Called with the size of each answer in bytes. */
  readonly received: (bytes: number) => void;
  /** Returns the path of the rows in a document, if dashboard.yml names none. */
  readonly pathOfRows: (document: unknown) => string;
  /** Returns the value of a secret. Absent if secrets are in the parameter store. */
  readonly secretOf?: (name: string) => string | undefined;
}

export interface ReadLimits {
  readonly deadline: Deadline;
  readonly budget: Budget;
  /** Bytes that are kept from one request to the next. */
  readonly objects: KeptObjects | undefined;
  /** True if older rows or responses can be served. */
  readonly hasStale: boolean;
  /** Start of the slot of the cached rows, if there are any. */
  readonly cachedStart?: number | undefined;
  readonly keepEarlier?: (earlier: EarlierRows) => void;
  /** Absent in functions. */
  readonly probe?: AnswerProbe;
}

/**
 * Returns `known` itself if it is given and the file has not changed.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_COLUMNS.
 */
export type ReadRows = (slot: SourceSlot, known: SourceRows | undefined, limits: ReadLimits) => Promise<SourceRows>;

/** The exports of `read.ts` in each kind's folder. Functions load it with the first read of the kind. */
export interface KindReader {
  readonly bindSource: (config: DatasetConfig, timezone: string) => ReadRows;
}
