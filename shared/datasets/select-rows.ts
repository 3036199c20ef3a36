import type { RecordReader } from '../csv/csv-record.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { type ColumnRows, placeOfCell } from '../tabular/column-rows.ts';
import type { CellPlace, Table } from '../tabular/table.ts';
import { createRowRecords } from './row-records.ts';

/** Number of rows between two checks of the clock. */
const ROWS_BETWEEN_LOOKS = 1_000;

/**
 * Replaces a row and a column of the dataset by the place of that cell in the dataset's source. A place in the header
 * gets no line.
 */
const atSource = <Found extends CellPlace>(rows: ColumnRows, found: Found): Found => {
  const { line, column, ...rest } = found;
  if (line === undefined || line === 0) return { ...found, line: undefined };
  const { column: at, columnName, ...row } = placeOfCell(rows, line - 1, (column ?? 0) - 1);
  return { line: undefined, ...row, ...rest, column: column && at, columnName: column && columnName } as Found;
};

const withPlaces = (error: unknown, rows: ColumnRows): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause } = error;
  const relocated = details.map((detail) => atSource(rows, detail));
  const [first] = relocated;
  const text = first ? `The rows of the dataset do not fit: ${describeDetail(first)}.` : message;
  return new WallfeedError(code, text, relocated, { cause });
};

const feed = (rows: ColumnRows, reader: RecordReader<Table>, budget: Budget): Table => {
  const { header, origins, at } = createRowRecords(rows);
  const consumer = reader.create(budget);
  consumer.header(header, { delimiter: rows.delimiter, origins, noun: 'dataset' });
  for (let row = 0; row < rows.length; row += 1) {
    if (row % ROWS_BETWEEN_LOOKS === 0) budget.checkTime();
    if (!consumer.row(at(row))) break;
  }
  return consumer.finish();
};

/**
 * Selects the rows of a component from the rows of a dataset. Errors name places in the dataset's own source: lines of
 * its file, or rows of its query result.
 * @throws WallfeedError TABLE_COLUMNS, TABLE_CELL, SOURCE_TOO_LARGE, SOURCE_TIMEOUT.
 */
export const selectRows = (rows: ColumnRows, reader: RecordReader<Table>, budget: Budget = UNLIMITED): Table => {
  try {
    const table = budget.work(() => feed(rows, reader, budget));
    return { ...table, locate: (row, column) => atSource(rows, table.locate(row, column)) };
  } catch (error) {
    throw withPlaces(error, rows);
  }
};
