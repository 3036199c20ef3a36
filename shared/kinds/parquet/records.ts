import type { CsvRecord } from '../../csv/csv-record.ts';
import { decimalText } from '../../selection/column-number.ts';
import { plainNumberOf } from '../../tabular/parse-number.ts';
import type { Cell } from '../../tabular/table.ts';
import type { FileColumn } from './column-types.ts';
import type { Values } from './decode-column.ts';

export interface OpenColumn extends FileColumn {
  readonly values: Values;
}

/** Returns the cell of a row, as Athena gives it. */
export const cellAt = ({ type, values }: OpenColumn, row: number): Cell => {
  const value = values[row] ?? null;
  return value === null ? null : type.cell(value);
};

const textOf = (cell: Cell): string => (typeof cell === 'number' ? decimalText(cell) : (cell ?? ''));

const numberAt = (column: OpenColumn, row: number): number => {
  const { type, values } = column;
  const value = values[row] ?? null;
  if (value === null) return Number.NaN;
  if (type.time) return type.time(value);
  const cell = type.cell(value);
  return typeof cell === 'number' ? cell : plainNumberOf(textOf(cell));
};

/** Gives the rows of a row group as records. Each call of `at` changes the same record. */
export const createRecords = (columns: readonly OpenColumn[], rowsBefore: number) => {
  let row = 0;
  const text = (index: number): string => {
    const column = columns[index];
    return column ? textOf(cellAt(column, row)) : '';
  };
  const texts = (): string[] => columns.map((_, index) => text(index));
  const record: CsvRecord = {
    length: columns.length,
    get line() {
      return rowsBefore + row + 1;
    },
    text,
    texts,
    isBlank: (index) => text(index).trim() === '',
    equals: (index, expected) => {
      const value = columns[index]?.values[row];
      return value === expected.text || text(index).trim() === expected.text;
    },
    lineOf: () => rowsBefore + row + 1,
    plainNumber: (index) => {
      const column = columns[index];
      return column ? numberAt(column, row) : Number.NaN;
    },
    jsonBytes: () => Buffer.byteLength(JSON.stringify(texts())),
  };
  return (index: number): CsvRecord => {
    row = index;
    return record;
  };
};

export const headerOf = (names: readonly string[]): CsvRecord => ({
  length: names.length,
  line: 0,
  text: (column) => names[column] ?? '',
  texts: () => [...names],
  isBlank: (column) => (names[column] ?? '').trim() === '',
  lineOf: () => 0,
  plainNumber: () => Number.NaN,
  jsonBytes: () => Buffer.byteLength(JSON.stringify(names)),
});
