import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { EmptyReason } from './empty-reason.ts';

/** The part of the interface that an endpoint follows if the field table and the sample of a component disagree. */
export type Reading = 'table' | 'sample';

/** A cell as its source returned it: text from CSV, or a value from SQL. A blank cell is `''` or null. */
export type Cell = string | number | null;

/**
 * The type of a column at its source. All columns of CSV are text. Timestamps of SQL are in UTC, unless the origin names
 * their zone. Selections return times as milliseconds. `constant` is a text of the dashboard file, which may be empty.
 */
export type ColumnOrigin = 'text' | 'number' | 'timestamp' | TimestampIn | 'milliseconds' | 'constant';

/** Timestamps without an offset in a zone other than UTC. */
export type TimestampIn = `timestamp in ${string}`;

/** Returns the zone of the timestamps in a column; undefined for a column of another type. */
export const zoneOf = (origin: ColumnOrigin): string | undefined => {
  if (!origin.startsWith('timestamp')) return undefined;
  return origin.slice('timestamp in '.length) || 'UTC';
};

/** The place of a cell in its source. All numbers start at 1. */
export interface CellPlace {
  readonly line?: number;
  /** Path in a JSON document: `data.items[3].amount`. */
  readonly path?: string;
  /** Row of an SQL result. */
  readonly row?: number;
  /** Name of the file, if a table consists of several files. */
  readonly file?: string;
  /**
   * Number of the source's own column, if a selection took the cell from there. Undefined if the cell comes from no
   * column.
   */
  readonly column?: number | undefined;
  readonly columnName?: string | undefined;
  /**
   * Number of rows from which an aggregated cell was computed. The `line` of such a cell is the line of the first row.
   */
  readonly rows?: number;
}

/** A sign of how a file was made: its header is there again, or its end is missing. */
export interface FileNote {
  readonly kind: 'header' | 'cut';
  /** The first line that repeats the header, or the last line. */
  readonly line: number;
  readonly count: number;
}

/** A table of untyped cells. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The type of each column; text if absent. */
  readonly origins?: readonly ColumnOrigin[];
  /** The decimal mark in cells. Absent for a point. */
  readonly decimal?: '.' | ',';
  /** The delimiter of the file, if it has one. */
  readonly delimiter?: string;
  /**
   * True if the file was read as GB18030 although neither the dashboard file nor the file itself names this encoding.
   */
  readonly isEncodingGuessed?: boolean;
  /** The lines that repeat the header, and the last line of a file that was probably cut short. */
  readonly notes?: readonly FileNote[];
  /** Why no row of the source reached the table. Even then, the table may have one row of zeros. */
  readonly empty?: EmptyReason;
  readonly locate: (row: number, column: number) => CellPlace;
}

/**
 * True if a comma in the numbers of a file may be a decimal mark, because files with semicolons often come from
 * countries that write 1,5.
 */
export const isCommaUnclear = ({ delimiter, decimal }: Pick<Table, 'delimiter' | 'decimal'>): boolean =>
  delimiter === ';' && decimal === undefined;

/** Maximum number of rows of each table. */
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
