import type { ColumnReference } from '../config/selection.ts';
import type { CsvRecord } from '../csv/csv-record.ts';

/** The row that a selection looks at. With `unpivot`, a record of the file is several rows. */
export interface Cursor {
  record: CsvRecord;
  /** Index of the column that became this row, or -1. */
  pivot: number;
  /** Header of that column. */
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
  /** Index of its column in the file. */
  readonly column: () => number;
}

export const NAME = '$name';
export const VALUE = '$value';

/** Finds the index of a column that is known to exist. */
export type ColumnIndex = (reference: ColumnReference) => number;

const headerCell = (cursor: Cursor): RowCell => ({
  text: () => cursor.name,
  isBlank: () => cursor.name === '',
  plainNumber: () => Number.NaN,
  column: () => cursor.pivot,
});

const pivotCell = (cursor: Cursor): RowCell => ({
  text: () => cursor.record.text(cursor.pivot),
  isBlank: () => cursor.record.isBlank(cursor.pivot),
  plainNumber: () => cursor.record.plainNumber(cursor.pivot),
  column: () => cursor.pivot,
});

/** Binds a reference to the cells of one column, or of the unpivoted columns. */
export const bindCell = (reference: ColumnReference, indexOf: ColumnIndex, cursor: Cursor): RowCell => {
  const index = indexOf(reference);
  if (index === -1) return reference === NAME ? headerCell(cursor) : pivotCell(cursor);
  return {
    text: () => cursor.record.text(index),
    isBlank: () => cursor.record.isBlank(index),
    plainNumber: () => cursor.record.plainNumber(index),
    column: () => index,
  };
};
