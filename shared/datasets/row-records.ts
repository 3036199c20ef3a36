import type { CsvRecord } from '../csv/csv-record.ts';
import { decimalText } from '../selection/fit-number.ts';
import { isCellFault } from '../tabular/cell-fault.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import { parseTime } from '../tabular/parse-time.ts';
import { plainNumberOf } from '../tabular/plain-number.ts';
import type { Cell, ColumnOrigin } from '../tabular/table.ts';

/** The times in a column of timestamps, in milliseconds since 1970. NaN for blank cells. */
type Times = Float64Array;

const textOf = (cell: Cell | undefined): string => {
  if (typeof cell === 'number') return decimalText(cell);
  return cell ?? '';
};

const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : plainNumberOf(cell ?? ''));

/** Reads the times in a column. Timestamps of a query are UTC. Returns undefined if any cell is not a time. */
const readTimes = (cells: readonly Cell[]): Times | undefined => {
  const known = new Map<Cell, number>([
    [null, Number.NaN],
    ['', Number.NaN],
  ]);
  const times = new Float64Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    const time = known.get(cell) ?? parseTime(String(cell).trim(), 'UTC');
    if (isCellFault(time)) return undefined;
    known.set(cell, time);
    times[row] = time;
  }
  return times;
};

/** The times that were already read, by their rows, so that only the first endpoint reads them. */
const timesOfRows = new WeakMap<ColumnRows, readonly (Times | undefined)[]>();

const timesOf = (rows: ColumnRows): readonly (Times | undefined)[] => {
  const known = timesOfRows.get(rows);
  if (known) return known;
  const times = rows.columns.map((cells, column) =>
    rows.origins[column] === 'timestamp' ? readTimes(cells) : undefined,
  );
  timesOfRows.set(rows, times);
  return times;
};

/** The rows of a dataset in the form of CSV records. Rows are numbered from 1; the header has the number 0. */
export interface RowRecords {
  readonly header: CsvRecord;
  readonly origins: readonly ColumnOrigin[];
  /** Returns the record of a row, by its index. Each call changes the same record. */
  readonly at: (row: number) => CsvRecord;
}

const headerOf = ({ header }: ColumnRows): CsvRecord => ({
  length: header.length,
  line: 0,
  text: (column) => header[column] ?? '',
  texts: () => [...header],
  isBlank: (column) => (header[column] ?? '').trim() === '',
  lineOf: () => 0,
  plainNumber: () => Number.NaN,
  jsonBytes: () => Buffer.byteLength(JSON.stringify(header)),
});

/** Reads rows as records, so that a selection treats them like the records of a file. */
export const createRowRecords = (rows: ColumnRows): RowRecords => {
  const { columns, header } = rows;
  const times = timesOf(rows);
  let row = 0;
  const text = (column: number): string => textOf(columns[column]?.[row]);
  const texts = (): string[] => header.map((_, column) => text(column));
  const record: CsvRecord = {
    length: header.length,
    get line() {
      return row + 1;
    },
    text,
    texts,
    isBlank: (column) => text(column).trim() === '',
    lineOf: () => row + 1,
    plainNumber: (column) => times[column]?.[row] ?? numberOf(columns[column]?.[row]),
    jsonBytes: () => Buffer.byteLength(JSON.stringify(texts())),
  };
  return {
    header: headerOf(rows),
    origins: rows.origins.map((origin, column) => (origin === 'timestamp' && !times[column] ? 'text' : origin)),
    at: (index) => {
      row = index;
      return record;
    },
  };
};
