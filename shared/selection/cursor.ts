import type { ColumnReference } from '../config/selection.ts';
import type { CsvRecord, EncodedText } from '../csv/csv-record.ts';
import type { ColumnOrigin } from '../tabular/table.ts';

/** The row that a selection looks at. With `unpivot`, a record of the file is several rows. */
export interface Cursor {
  record: CsvRecord;
  /** Index of the column that became this row, or -1. */
  pivot: number;
  /** Header of the column that became this row. */
  name: string;
  /** Time in the window's column, in milliseconds since 1970. */
  time: number;
  /** Counts the rows, from 1. */
  sequence: number;
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
  time: Number.NaN,
  sequence: 0,
});

/** A cell of the row under the cursor. */
export interface RowCell {
  /** Trimmed unless the cell is quoted. */
  readonly text: () => string;
  readonly isBlank: () => boolean;
  /** Returns NaN for a cell in any other form: parse its text instead. */
  readonly plainNumber: () => number;
  /** The type of its column at the source. */
  readonly origin: ColumnOrigin;
  /** Returns the time of a timestamp in milliseconds since 1970; NaN for any other cell. */
  readonly time: () => number;
  /** Returns the time at which UTC shows the cell; NaN for a cell in any other form: parse its text instead. */
  readonly plainTime: () => number;
  /** True if the cell has a text, apart from blanks around it. */
  readonly equals: (expected: EncodedText) => boolean;
  /** Index of its column in the file. */
  readonly column: () => number;
}

export const NAME = '$name';
export const VALUE = '$value';

/** Finds the index of a column that is known to exist. */
export type ColumnIndex = (reference: ColumnReference) => number;

/** Returns the type of a column by its index, or that of the unpivoted columns for -1. */
export type OriginOf = (column: number) => ColumnOrigin;

/** Creates a lookup of the columns' types. Unpivoted columns have one type if they all have the same. */
export const createOriginOf = (origins: readonly ColumnOrigin[] | undefined, pivots: readonly number[]): OriginOf => {
  const originAt = (column: number): ColumnOrigin => origins?.[column] ?? 'text';
  const [first, ...others] = new Set(pivots.map(originAt));
  const ofPivots = first !== undefined && others.length === 0 ? first : 'text';
  return (column) => (column === -1 ? ofPivots : originAt(column));
};

export const noNumber = (): number => Number.NaN;

/** Returns how a cell's number is read. That of a timestamp is its time. */
const numbersOf = (origin: ColumnOrigin, number: () => number): Pick<RowCell, 'origin' | 'plainNumber' | 'time'> =>
  origin === 'timestamp'
    ? { origin, plainNumber: noNumber, time: number }
    : { origin, plainNumber: number, time: noNumber };

const headerCell = (cursor: Cursor): RowCell => ({
  text: () => cursor.name,
  isBlank: () => cursor.name === '',
  ...numbersOf('text', noNumber),
  plainTime: noNumber,
  equals: ({ text }) => cursor.name.trim() === text,
  column: () => cursor.pivot,
});

/** Reads a cell as bytes if its record is made of them. */
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

/** Binds a reference to the cells of one column, or of the unpivoted columns. */
export const bindCell = (
  reference: ColumnReference,
  indexOf: ColumnIndex,
  originOf: OriginOf,
  cursor: Cursor,
): RowCell => {
  const index = indexOf(reference);
  if (index === -1) return reference === NAME ? headerCell(cursor) : pivotCell(cursor, originOf(-1));
  return {
    text: () => cursor.record.text(index),
    isBlank: () => cursor.record.isBlank(index),
    ...numbersOf(originOf(index), () => cursor.record.plainNumber(index)),
    ...bytesOf(cursor, () => index),
    column: () => index,
  };
};
