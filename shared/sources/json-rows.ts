import { nearestNames } from '../catalogue/nearest-names.ts';
import type { CsvRecord, RecordReader } from '../csv/csv-record.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { listNames, shownName } from '../tabular/column-count.ts';
import { plainNumberOf } from '../tabular/keeps-digits.ts';
import type { CellPlace, Table } from '../tabular/table.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A list of rows inside of a document. */
interface FoundRows {
  /** Path of the list, for messages: `data.items`. Empty if the document itself is the list. */
  readonly path: string;
  readonly items: readonly unknown[];
}

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return isMap(value) ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
};

/** Describes a detail with its path. An empty path is the document itself. */
const describe = (detail: Detail): string => describeDetail({ ...detail, path: detail.path || 'the document' });

const invalid = (detail: Detail): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The rows were not found: ${describe(detail)}.`, [detail]);

const SUCH_AS = 'set rows to the path of a list, such as data.items';

const missingStep = (value: unknown, path: string, step: string): WallfeedError => {
  if (!isMap(value)) {
    const message = `is ${kindOf(value)}, so it has no ${shownName(step)}`;
    return invalid({ path, message, hint: SUCH_AS });
  }
  const keys = Object.keys(value);
  const [near] = nearestNames(step, keys, 1);
  const existing = keys.length > 0 ? `the keys are ${listNames(keys)}` : 'the map is empty';
  const hint = near === undefined ? existing : `did you mean ${shownName(near)}? ${existing}`;
  return invalid({ path, message: `has no ${shownName(step)}`, hint });
};

const joinKey = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/**
 * Finds the list at a dotted path, such as `data.items` or `results.0.rows`. With an empty path, the document itself is
 * the list.
 * @throws WallfeedError SOURCE_INVALID, which lists the keys at the place where the path ends.
 */
export const findRows = (document: unknown, dotted: string): FoundRows => {
  let value = document;
  let path = '';
  for (const step of dotted === '' ? [] : dotted.split('.')) {
    const next = Object(value) as Fields;
    if (typeof value !== 'object' || !Object.keys(next).includes(step)) throw missingStep(value, path, step);
    value = next[step];
    path = Array.isArray(next) ? `${path}[${step}]` : joinKey(path, step);
  }
  if (Array.isArray(value)) return { path, items: value };
  const lists = isMap(value) ? Object.keys(value).filter((key) => Array.isArray((value as Fields)[key])) : [];
  const hint = lists.length > 0 ? `its lists are ${listNames(lists)}` : SUCH_AS;
  throw invalid({ path, message: `is ${kindOf(value)}, not a list of rows`, hint });
};

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('|');
  return isMap(value) ? JSON.stringify(value) : String(value);
};

/** Adds the values of an object to the cells of a row. Objects inside are flattened: `user.name`. */
const flatten = (fields: Fields, before: string, cells: Map<string, string>): void => {
  for (const [key, value] of Object.entries(fields)) {
    if (isMap(value)) flatten(value, `${before}${key}.`, cells);
    else cells.set(before + key, textOf(value));
  }
};

/**
 * Returns the cells of a row by the names of their columns. If a row is a list, its columns are called 1, 2 and so on.
 */
const cellsOf = (item: unknown, path: string): ReadonlyMap<string, string> => {
  const cells = new Map<string, string>();
  if (Array.isArray(item)) for (const [at, value] of item.entries()) cells.set(String(at + 1), textOf(value));
  else if (isMap(item)) flatten(item, '', cells);
  else {
    const hint = 'each row is a map, such as { "name": "East", "value": 7 }, or a list of cells';
    throw invalid({ path, message: `is ${kindOf(item)}, not a row`, hint });
  }
  return cells;
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

/** Returns the path of a row or cell: `data.items[3].amount`. */
const pathOf = (path: string, line: number | undefined, columnName: string | undefined): string => {
  if (line === undefined || line === 0) return path;
  return `${path}[${line - 1}]${columnName === undefined ? '' : `.${columnName}`}`;
};

/** Replaces the line of a place by the path of its row. */
const atPath = <Place extends Pick<CellPlace, 'line' | 'column' | 'columnName'>>(path: string, place: Place) => {
  const { line, column: _, columnName, ...rest } = place;
  return { ...rest, path: pathOf(path, line, columnName) };
};

const withPaths = (error: unknown, path: string): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause } = error;
  const relocated = details.map((detail) => atPath(path, detail));
  const [first] = relocated;
  const text = first ? `The rows of the document do not fit: ${describe(first)}.` : message;
  return new WallfeedError(code, text, relocated, { cause });
};

/** Passes the rows of a list to a reader, in the form of CSV records. */
const feed = (rows: readonly ReadonlyMap<string, string>[], reader: RecordReader<Table>, budget: Budget): Table => {
  const header = [...new Set(rows.flatMap((cells) => [...cells.keys()]))];
  const consumer = reader.create(budget);
  if (rows.length > 0) consumer.header(recordOf(header, 0), { delimiter: undefined });
  for (const [index, cells] of rows.entries()) {
    const texts = header.map((name) => cells.get(name) ?? '');
    if (!consumer.row(recordOf(texts, index + 1))) break;
  }
  return consumer.finish();
};

/**
 * Reads the rows of a list inside of a document. Errors name paths, such as `data.items[3].amount`.
 * @param rows the dotted path of the list.
 * @throws WallfeedError SOURCE_INVALID if there is no such list, and the errors of the reader.
 */
export const readJsonRows = (
  document: unknown,
  rows: string,
  reader: RecordReader<Table>,
  budget: Budget = UNLIMITED,
): Table => {
  const { items, path } = findRows(document, rows);
  const cells = items.map((item, index) => cellsOf(item, `${path}[${index}]`));
  try {
    const table = feed(cells, reader, budget);
    const locate: Table['locate'] = (row, column) => ({
      ...atPath(path, table.locate(row, column)),
      column: undefined,
      columnName: undefined,
    });
    return { ...table, locate };
  } catch (error) {
    throw withPaths(error, path);
  }
};
