import type { ColumnReference } from '../config/selection.ts';
import type { CsvRecord, EncodedText } from '../csv/csv-record.ts';
import type { ColumnOrigin } from '../tabular/table.ts';
import type { TimeForm } from '../tabular/time-steps.ts';

/** With `unpivot`, one record of the file gives several rows. */
export interface Cursor {
  record: CsvRecord;
  /** With `unpivot`: index of the column that became this row. Otherwise -1. */
  pivot: number;
  /** With `unpivot`: header of the column that became this row. */
  name: string;
  /** Set if the header has several lines. */
  lines: readonly (readonly string[])[];
  /** Time in the window's column, in milliseconds since 1970. */
  time: number;
  /** Number of the row, from 1. */
  sequence: number;
  /** Number of the last row in which a cell was refused. */
  refused: number;
  hasSelected: boolean;
  /** Rows that match all conditions, if there is a window. */
  inQuestion: number;
  /** Newest time of the rows that match all conditions. */
  newest: number;
  /** If an aggregate looks back. 0 is the window itself, 1 the first earlier one. */
  windows: number[];
  window: number;
  /** Moves the times of buckets from an earlier window into the window itself. */
  moved: ((time: number) => number) | undefined;
  /** Time in the column from which the row's bucket was read. */
  bucketTime: number;
  /** Values that percentiles hold in memory. */
  heldValues: number;
}

const NO_RECORD: CsvRecord = {
  length: 0,
  line: 1,
  text: () => '',
  texts: () => [],
  isBlank: () => true,
  lineOf: () => 1,
  plainNumber: () => Number.NaN,
  jsonBytes: () => 0,
};

export const createCursor = (): Cursor => ({
  record: NO_RECORD,
  pivot: -1,
  name: '',
  lines: [],
  time: Number.NaN,
  sequence: 0,
  refused: 0,
  hasSelected: false,
  inQuestion: 0,
  newest: Number.NEGATIVE_INFINITY,
  windows: [],
  window: 0,
  moved: undefined,
  bucketTime: Number.NaN,
  heldValues: 0,
});

export interface RowCell {
  /** Returns trimmed text for a file. */
  readonly text: () => string;
  readonly isBlank: () => boolean;
  /** Returns the value of a number such as 1234.5. NaN for any other text: parse that text instead. */
  readonly plainNumber: () => number;
  /** Type of the column at the source. */
  readonly origin: ColumnOrigin;
  /** Returns the time of a timestamp column, in milliseconds since 1970; NaN for any other cell. */
  readonly time: () => number;
  /** Returns a time such as `yyyy-MM-dd HH:mm`, read as UTC. NaN for any other text: parse that text instead. */
  readonly plainTime: () => number;
  /** True for the same text, apart from blanks around the cell. */
  readonly equals: (expected: EncodedText) => boolean;
  /** Returns the index of the file's column. */
  readonly column: () => number;
  /** Set if the dashboard file says so for this column. */
  readonly times?: TimeForm;
}

export const NAME = '$name';
export const VALUE = '$value';

/** Returns the line of a header that `$name1`, `$name2` or `$name3` refers to, from 1; undefined for other names. */
export const nameLine = (reference: ColumnReference): number | undefined => {
  const [, line] = /^\$name([1-3])$/.exec(String(reference)) ?? [];
  return line === undefined ? undefined : Number(line);
};

export type ColumnIndex = (reference: ColumnReference) => number;

/** Types by the index of the column. The index -1 stands for the unpivoted columns. */
export type OriginOf = (column: number) => ColumnOrigin;

/**
 * Creates a function that returns the types of columns. The unpivoted columns have a common type if all have the same
 * type.
 */
export const createOriginOf = (origins: readonly ColumnOrigin[] | undefined, pivots: readonly number[]): OriginOf => {
  const originAt = (column: number): ColumnOrigin => origins?.[column] ?? 'text';
  const [first, ...others] = new Set(pivots.map(originAt));
  const ofPivots = first !== undefined && others.length === 0 ? first : 'text';
  return (column) => (column === -1 ? ofPivots : originAt(column));
};

export const noNumber = (): number => Number.NaN;

/** Returns the functions that read a cell as a number. In a timestamp column, they return the time of the cell. */
const numbersOf = (origin: ColumnOrigin, number: () => number): Pick<RowCell, 'origin' | 'plainNumber' | 'time'> =>
  origin === 'timestamp'
    ? { origin, plainNumber: noNumber, time: number }
    : { origin, plainNumber: number, time: noNumber };

const headerCell = (cursor: Cursor, text: () => string): RowCell => ({
  text,
  isBlank: () => text() === '',
  ...numbersOf('text', noNumber),
  plainTime: noNumber,
  equals: (expected) => text().trim() === expected.text,
  column: () => cursor.pivot,
});

/** Records must consist of bytes. Creates no string. */
const bytesOf = (cursor: Cursor, column: () => number): Pick<RowCell, 'plainTime' | 'equals'> => ({
  plainTime: () => cursor.record.plainTime?.(column()) ?? Number.NaN,
  equals: (expected) =>
    cursor.record.equals?.(column(), expected) ?? cursor.record.text(column()).trim() === expected.text,
});

const pivotCell = (cursor: Cursor, origin: ColumnOrigin): RowCell => ({
  text: () => cursor.record.text(cursor.pivot),
  isBlank: () => cursor.record.isBlank(cursor.pivot),
  ...numbersOf(origin, () => cursor.record.plainNumber(cursor.pivot)),
  ...bytesOf(cursor, () => cursor.pivot),
  column: () => cursor.pivot,
});

/** Binds a reference to the cells of one column. `$name` and `$value` refer to the unpivoted columns. */
export const bindCell = (
  reference: ColumnReference,
  indexOf: ColumnIndex,
  originOf: OriginOf,
  cursor: Cursor,
): RowCell => {
  const index = indexOf(reference);
  const line = nameLine(reference);
  if (index === -1 && line !== undefined)
    return headerCell(cursor, () => cursor.lines[line - 1]?.[cursor.pivot]?.trim() ?? '');
  if (index === -1) return reference === NAME ? headerCell(cursor, () => cursor.name) : pivotCell(cursor, originOf(-1));
  return {
    text: () => cursor.record.text(index),
    isBlank: () => cursor.record.isBlank(index),
    ...numbersOf(originOf(index), () => cursor.record.plainNumber(index)),
    ...bytesOf(cursor, () => index),
    column: () => index,
  };
};
