import type { CsvRecord, RecordReader } from '../csv/csv-record.ts';
import { describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { decimalText } from '../selection/column-number.ts';
import { isCellFault } from '../tabular/cell-fault.ts';
import { type ColumnRows, placeOfCell, toColumnRows } from '../tabular/column-rows.ts';
import { plainNumberOf } from '../tabular/parse-number.ts';
import { parseTimestamp } from '../tabular/parse-time.ts';
import { type Cell, type CellPlace, type ColumnOrigin, type Table, zoneOf } from '../tabular/table.ts';
import type { TimeForm } from '../tabular/time-steps.ts';

/** In milliseconds since 1970. NaN for blank cells. */
type Times = Float64Array;

const MARK = /[.,]/;

const textOf = (cell: Cell | undefined): string => {
  if (typeof cell === 'number') return decimalText(cell);
  return cell ?? '';
};

const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : plainNumberOf(cell ?? ''));

/** Returns undefined if any cell is not a time. */
const readTimes = (cells: readonly Cell[], zone: string): Times | undefined => {
  const known = new Map<Cell, number>([
    [null, Number.NaN],
    ['', Number.NaN],
  ]);
  const times = new Float64Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    const time = known.get(cell) ?? parseTimestamp(String(cell).trim(), zone);
    if (isCellFault(time)) return undefined;
    known.set(cell, time);
    times[row] = time;
  }
  return times;
};

/** All endpoints that select from the same rows share their times. */
const timesOfRows = new WeakMap<ColumnRows, readonly (Times | undefined)[]>();

const timesOf = (rows: ColumnRows): readonly (Times | undefined)[] => {
  const known = timesOfRows.get(rows);
  if (known) return known;
  const times = rows.columns.map((cells, column) => {
    const zone = zoneOf(rows.origins[column] ?? 'text');
    return zone === undefined ? undefined : readTimes(cells, zone);
  });
  timesOfRows.set(rows, times);
  return times;
};

/** Rows are numbered from 1; the header has the number 0. */
interface RowRecords {
  readonly header: CsvRecord;
  readonly origins: readonly ColumnOrigin[];
  readonly timesOf: (column: number) => TimeForm | undefined;
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

/**
 * Returns how the times of a column are read in which a cell is no time, such as `0000-00-00`, or one that a clock skips. A
 * selection reads such a column as text.
 */
const createTimesOf =
  ({ origins }: ColumnRows, times: readonly (Times | undefined)[]) =>
  (column: number): TimeForm | undefined => {
    const zone = times[column] ? undefined : zoneOf(origins[column] ?? 'text');
    return zone === undefined ? undefined : { dates: undefined, readTime: (text) => parseTimestamp(text, zone) };
  };

/** Reads rows as records, so that a selection treats them like the records of a file. */
const createRowRecords = (rows: ColumnRows): RowRecords => {
  const { header, columns } = rows;
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
    hasMark: (column) => typeof columns[column]?.[row] === 'string' && MARK.test(text(column)),
    jsonBytes: () => Buffer.byteLength(JSON.stringify(texts())),
  };
  return {
    header: headerOf(rows),
    origins: rows.origins.map((origin, column) => {
      if (zoneOf(origin) === undefined) return origin;
      return times[column] ? 'timestamp' : 'text';
    }),
    timesOf: createTimesOf(rows, times),
    at: (index) => {
      row = index;
      return record;
    },
  };
};

const ROWS_BETWEEN_LOOKS = 1_000;

/**
 * Replaces a row and a column by the place of that cell in the source of the rows. If the cell is in the header, the
 * place has no line.
 */
const atSource = <Found extends CellPlace>(rows: ColumnRows, found: Found): Found => {
  const { line, column, ...rest } = found;
  if (found.file !== undefined) return found;
  if (line === undefined || line === 0) return { ...found, line: undefined };
  const { column: at, columnName, ...row } = placeOfCell(rows, line - 1, (column ?? 0) - 1);
  return { line: undefined, ...row, ...rest, column: column && at, columnName: column && columnName } as Found;
};

const withPlaces = (error: unknown, rows: ColumnRows, noun: string): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause } = error;
  const relocated = details.map((detail) => atSource(rows, detail));
  const [first] = relocated;
  const text = first ? `The rows of the ${noun} do not fit: ${describeDetail(first)}.` : message;
  return new WallfeedError(code, text, relocated, { cause });
};

const feed = (rows: ColumnRows, reader: RecordReader<Table>, budget: Budget, noun: string): Table => {
  const { header, origins, timesOf, at } = createRowRecords(rows);
  const consumer = reader.create(budget);
  // Rows of an API have no names if there are none.
  if (header.length > 0) consumer.header(header, { delimiter: rows.delimiter, origins, timesOf, noun });
  for (let row = 0; row < rows.length; row += 1) {
    if (row % ROWS_BETWEEN_LOOKS === 0) budget.checkTime();
    if (!consumer.row(at(row))) break;
  }
  return consumer.finish();
};

/**
 * Errors name places in the source of the rows: lines of a file, or rows of a query result.
 * @param noun the word for the rows' source in messages.
 * @throws WallfeedError TABLE_COLUMNS, TABLE_CELL, SOURCE_TOO_LARGE, SOURCE_TIMEOUT.
 */
export const selectRows = (
  rows: ColumnRows,
  reader: RecordReader<Table>,
  budget: Budget = UNLIMITED,
  noun: 'dataset' | 'result' = 'dataset',
): Table => {
  try {
    const table = budget.work(() => feed(rows, reader, budget, noun));
    return {
      ...table,
      ...(rows.empty && { empty: rows.empty }),
      locate: (row, column) => atSource(rows, table.locate(row, column)),
    };
  } catch (error) {
    throw withPlaces(error, rows, noun);
  }
};

/** @throws as `selectRows`. */
export const selectResult = (result: Table, reader: RecordReader<Table>, budget?: Budget): Table =>
  selectRows(toColumnRows(result), reader, budget, 'result');
