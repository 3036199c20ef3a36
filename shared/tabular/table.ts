import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { EmptyReason } from './empty-reason.ts';

/** The part of the interface that an endpoint follows where the field table and the sample of a component disagree. */
export type Reading = 'table' | 'sample';

/** Text from CSV, or a value from SQL. A blank cell is `''` or null. */
export type Cell = string | number | null;

/**
 * Type at the source. All columns of CSV are text. Timestamps of SQL are in UTC, unless the origin names their zone.
 * Selections return times as milliseconds. `constant` is a text of the dashboard file, which may be empty.
 */
export type ColumnOrigin = 'text' | 'number' | 'timestamp' | TimestampIn | 'milliseconds' | 'constant';

/** Timestamps without an offset, in a zone other than UTC. */
export type TimestampIn = `timestamp in ${string}`;

/** Returns undefined for a column that is not of timestamps. */
export const zoneOf = (origin: ColumnOrigin): string | undefined => {
  if (!origin.startsWith('timestamp')) return undefined;
  return origin.slice('timestamp in '.length) || 'UTC';
};

/** A place in the source. All numbers start at 1. */
export interface CellPlace {
  readonly line?: number;
  /** Path in a JSON document: `data.items[3].amount`. */
  readonly path?: string;
  /** Row of an SQL result. */
  readonly row?: number;
  /** Set if a table consists of several files. */
  readonly file?: string;
  /** The source's own column, if a selection took the cell from there. Undefined if the cell comes from no column. */
  readonly column?: number | undefined;
  readonly columnName?: string | undefined;
  /** Number of rows from which an aggregated cell was computed. Its `line` is the line of the first row. */
  readonly rows?: number;
}

/** The file's header is there again, or its end is missing. */
export interface FileNote {
  readonly kind: 'header' | 'cut';
  /** The first line that repeats the header, or the last line. */
  readonly line: number;
  readonly count: number;
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Types of the columns; text if absent. */
  readonly origins?: readonly ColumnOrigin[];
  /** Absent for a point. */
  readonly decimal?: '.' | ',';
  readonly delimiter?: string;
  /**
   * True if the file was read as GB18030 although neither the dashboard file nor the file itself names this encoding.
   */
  readonly isEncodingGuessed?: boolean;
  readonly notes?: readonly FileNote[];
  /** Set if no row of the source reached the table, which may have one row of zeros even then. */
  readonly empty?: EmptyReason;
  readonly locate: (row: number, column: number) => CellPlace;
}

/** True for files with semicolons, which often come from countries that write 1,5. */
export const isCommaUnclear = ({ delimiter, decimal }: Pick<Table, 'delimiter' | 'decimal'>): boolean =>
  delimiter === ';' && decimal === undefined;

/** Limit of each table. */
export const MAX_ROWS = 50_000;

/** @param line the line of the first row beyond the limit, if the table comes from a file. */
export const tooManyRows = (line?: number): WallfeedError => {
  const message = `The table has more than ${MAX_ROWS} rows.`;
  return new WallfeedError('SOURCE_TOO_LARGE', message, [
    {
      ...(line !== undefined && { line }),
      message,
      hint: 'aggregate first: a component shows tens of rows, not thousands',
    },
  ]);
};
