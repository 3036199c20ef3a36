import type { JsonRowsSource } from '../config/sources.ts';
import type { CsvRecord, RecordReader } from '../csv/csv-record.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { cellReferences, referencesOf } from '../selection/references.ts';
import { plainNumberOf } from '../tabular/parse-number.ts';
import type { CellPlace, Table } from '../tabular/table.ts';
import { describe, type FoundRow, type FoundRows, findRows, noRows } from './find-rows.ts';
import { decodeJson, parseCells, parseRows } from './json.ts';
import { hintOfColumn, type RowCells, readRowCells } from './row-cells.ts';
import { refuseLargeDocument } from './s3/size-limits.ts';

const NAME = /\.(?:ndjson|jsonl)(?:\.gz)?$/i;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Size of the beginning that is searched for a second document. */
const MAX_LOOKED_AT_BYTES = 1024 * 1024;

const OPENING = /^\s*[[{]/;

/** True if a file has a document on its first line, and a second one begins on a line below. */
const hasSecondDocument = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_LOOKED_AT_BYTES)).toString();
  const [first = '', ...others] = start.trimStart().split('\n');
  const second = others.find((line) => line.trim() !== '');
  return second !== undefined && OPENING.test(second) && OPENING.test(first) && isJson(first);
};

const isLines = (key: string, bytes: Uint8Array): boolean => NAME.test(key) || hasSecondDocument(bytes);

/**
 * Skips blank lines. The file may be larger than a response, because only its selected rows are sent.
 * @throws WallfeedError SOURCE_INVALID, with the line; SOURCE_TOO_LARGE.
 */
const parseLines = (bytes: Uint8Array, budget: Budget = UNLIMITED): readonly FoundRow[] => {
  refuseLargeDocument(bytes.length);
  return decodeJson(bytes, budget, 'lines')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return [];
      const line = index + 1;
      return [{ value: parseCells(text, line), path: '', line }];
    });
};

/** Creates a record of texts. Its line is the number of the row in its list. The header has the number 0. */
const recordOf = (texts: readonly string[], line: number): CsvRecord => ({
  length: texts.length,
  line,
  text: (column) => texts[column] ?? '',
  texts: () => [...texts],
  isBlank: (column) => (texts[column] ?? '').trim() === '',
  lineOf: () => line,
  plainNumber: (column) => plainNumberOf(texts[column] ?? ''),
  jsonBytes: () => Buffer.byteLength(JSON.stringify(texts)),
});

type Place = Pick<CellPlace, 'line' | 'column' | 'columnName'>;

/** Replaces the number of a row by its place: the path of its cell in a document, or its line in a file of lines. */
const atPlace = <Found extends Place>(rows: readonly RowCells[], path: string, place: Found) => {
  const { line, column: _, columnName, ...rest } = place;
  const row = line === undefined || line === 0 ? undefined : rows[line - 1];
  if (!row) return { ...rest, path };
  if (row.line === undefined) return { ...rest, path: row.pathOf(columnName) };
  return { ...rest, line: row.line, ...(columnName !== undefined && { columnName }) };
};

/** Names the rows in place of the file. */
const describeRows = (detail: Detail): string =>
  describe({ ...detail, message: detail.message.replace(/^the file (?=has )/, '') });

const withPlaces = (error: unknown, rows: readonly RowCells[], path: string): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause } = error;
  const relocated = details.map((detail) =>
    detail.file === undefined ? (atPlace(rows, path, detail) as Detail) : detail,
  );
  const [first] = relocated;
  const text = first ? `The rows of the document do not fit: ${describeRows(first)}.` : message;
  return new WallfeedError(code, text, relocated, { cause });
};

/** Passes rows on in the form of CSV records. */
const feed = (
  rows: readonly RowCells[],
  found: readonly FoundRow[],
  reader: RecordReader<Table>,
  budget: Budget,
): Table => {
  const header = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const hintOf = (name: string) => hintOfColumn(name, found);
  const consumer = reader.create(budget);
  if (rows.length > 0) consumer.header(recordOf(header, 0), { delimiter: undefined, hintOf });
  for (const [index, { cells }] of rows.entries()) {
    const texts = header.map((name) => cells.get(name) ?? '');
    if (!consumer.row(recordOf(texts, index + 1))) break;
  }
  return consumer.finish();
};

const ROWS_OF_LINES = 'write `unnest` in place of `rows`, which is for files with a single document';

/**
 * True for the error of `rows` over a file with a document on each line, where dashboard.yml is wrong and not the file.
 */
export const isRowsOfLines = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && error.details[0]?.hint === ROWS_OF_LINES;

export type RowsSource = Pick<JsonRowsSource, 'key' | 'rows'> & Partial<JsonRowsSource>;

/** @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, BODY_TOO_LARGE. */
export const openRows = (bytes: Uint8Array, { key, rows }: RowsSource, budget: Budget = UNLIMITED): FoundRows => {
  const lines = isLines(key, bytes) ? parseLines(bytes, budget) : undefined;
  if (!lines) return findRows(parseRows(bytes, budget), rows);
  if (rows !== '') throw noRows({ line: 1, message: 'the file has a document on each line', hint: ROWS_OF_LINES });
  return { rows: lines, path: '' };
};

/**
 * Errors name paths, such as `data.items[3].amount`, or lines of a file of lines.
 * @throws WallfeedError SOURCE_INVALID, and the errors of the reader.
 */
export const readJsonRows = (
  { rows: found, path }: FoundRows,
  { unnest, selection = {}, ...cells }: RowsSource,
  reader: RecordReader<Table>,
  budget: Budget = UNLIMITED,
): Table => {
  const references = [...referencesOf(selection), ...cellReferences(cells)];
  const names = references.filter((name) => typeof name === 'string');
  const rows = readRowCells(found, unnest, names);
  try {
    const table = feed(rows, found, reader, budget);
    const locate: Table['locate'] = (row, column) => ({
      column: undefined,
      columnName: undefined,
      ...atPlace(rows, path, table.locate(row, column)),
    });
    return { ...table, locate };
  } catch (error) {
    throw withPlaces(error, rows, path);
  }
};
