import { pluralize } from '../errors/pluralize.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { shownName } from '../tabular/column-count.ts';
import { type Cell, MAX_ROWS, type Table, tooManyRows } from '../tabular/table.ts';
import type { ColumnType, Engine } from './engine.ts';

interface FieldFault {
  readonly message: string;
  readonly hint: string;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const isText = (value: unknown): value is string => typeof value === 'string';

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** True for the texts that stand for numbers which JSON does not have. */
const isNotFinite = (value: unknown): boolean => value === 'NaN' || value === 'Infinity' || value === '-Infinity';

/** Returns the name of a union's only member that is not null. A union with several members is invalid. */
const memberOf = (union: Members): string | undefined => {
  let member: string | undefined;
  for (const name in union) {
    if (union[name] === null) continue;
    if (member !== undefined) return undefined;
    member = name;
  }
  return member;
};

/** Undefined for a value of another type. */
type FieldReader = (value: unknown) => Cell | undefined;

const text: FieldReader = (value) => (isText(value) ? value : undefined);
const integer: FieldReader = (value) => (Number.isSafeInteger(value) ? (value as number) : undefined);
const double: FieldReader = (value) => (typeof value === 'number' || isNotFinite(value) ? Number(value) : undefined);
const truth: FieldReader = (value) => (typeof value === 'boolean' ? String(value) : undefined);
const bytes: FieldReader = (value) => (isText(value) && isBase64(value) ? value : undefined);
const nothing: FieldReader = (value) => (value === true ? null : undefined);

const ELEMENTS: ReadonlyMap<string, FieldReader> = new Map([
  ['stringValues', text],
  ['longValues', integer],
  ['doubleValues', double],
  ['booleanValues', truth],
]);

/** Joins the elements of an array to a list cell: `a|b`. NULL becomes an empty element. */
const list: FieldReader = (array) => {
  if (!isMembers(array)) return undefined;
  const member = memberOf(array) ?? '';
  const read = ELEMENTS.get(member);
  const values = array[member];
  if (!read || !Array.isArray(values)) return undefined;
  const cells = values.map((value) => (value === null ? '' : read(value)));
  return cells.includes(undefined) ? undefined : cells.join('|');
};

const READERS: ReadonlyMap<string, FieldReader> = new Map([
  ['stringValue', text],
  ['longValue', integer],
  ['doubleValue', double],
  ['booleanValue', truth],
  ['blobValue', bytes],
  ['arrayValue', list],
  ['isNull', nothing],
]);

/** Reads any form that the Data API documents. Undefined for any other form. */
const readField = (field: unknown): Cell | undefined => {
  if (!isMembers(field)) return undefined;
  const member = memberOf(field);
  return member === undefined ? undefined : READERS.get(member)?.(field[member]);
};

const NOT_DATA_API = 'try again; if the error persists, check that no proxy answers in place of the RDS Data API';

const isTooLarge = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

const describeField = (field: unknown, { castHint: hint }: Engine): FieldFault => {
  const { longValue, arrayValue } = Object(field);
  const { longValues, arrayValues } = Object(arrayValue);
  if ([longValue, longValues].flat().some(isTooLarge)) {
    return { message: 'the integer is beyond 9007199254740991, where a number loses digits', hint };
  }
  if (arrayValues !== undefined) return { message: 'the value is an array of arrays', hint };
  return { message: 'the form of the value is not documented for the Data API', hint: NOT_DATA_API };
};

interface Column {
  readonly label: string;
  readonly type: ColumnType;
}

const invalid = (detail: Detail): WallfeedError => {
  const message = `The result cannot be read: ${describeDetail(detail)}.`;
  return new WallfeedError('SOURCE_INVALID', message, [detail], { cause: { name: 'UnreadableResult' } });
};

const noResult = (message: string): WallfeedError => invalid({ message, hint: NOT_DATA_API });

const unknownType = (name: string, column: number, label: string, { unknownHint }: Engine): WallfeedError =>
  invalid({
    column,
    columnName: shownName(label),
    message: `the type ${shownName(name)} of the column is unknown`,
    hint: unknownHint(name),
  });

const readColumn = (metadata: unknown, index: number, engine: Engine): Column => {
  const { label, name, typeName, type: jdbcType } = Object(metadata);
  const [shown, plain, type] = [label ?? name, name ?? label, typeName ?? ''];
  if (![shown, plain, type].every(isText)) {
    throw invalid({ column: index + 1, message: 'the column has no label, or no type', hint: NOT_DATA_API });
  }
  const known = engine.typeOf(type, jdbcType);
  if (!known) throw unknownType(type, index + 1, shown || plain, engine);
  return { label: shown || plain, type: known };
};

const INTEGER = /^-?\d+$/;

/**
 * Converts an integer to a Number, unless it would lose digits. The Data API sends integers as text, because large ones
 * would lose digits.
 */
const integerOf = (cell: Cell): Cell =>
  typeof cell === 'string' && INTEGER.test(cell) && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;

const readRow = (fields: unknown, index: number, columns: readonly Column[], engine: Engine): readonly Cell[] => {
  const row = index + 1;
  if (!Array.isArray(fields)) throw invalid({ row, message: 'the row is not a list of values', hint: NOT_DATA_API });
  if (fields.length !== columns.length) {
    const message = `the row has ${pluralize(fields.length, 'value')}, and the result ${pluralize(columns.length, 'column')}`;
    throw invalid({ row, message, hint: NOT_DATA_API });
  }
  return columns.map(({ label, type: { isInteger, read } }, at) => {
    const cell = readField(fields[at]);
    if (cell === undefined) {
      throw invalid({ row, column: at + 1, columnName: shownName(label), ...describeField(fields[at], engine) });
    }
    const converted = read ? read(cell, fields[at]) : cell;
    return isInteger ? integerOf(converted) : converted;
  });
};

type Reply = Readonly<Partial<Record<string, unknown>>>;

/**
 * Returns the metadata of the columns. Empty for a statement without a result, such as an UPDATE, for which the service
 * counts changed rows.
 */
const metadataOf = ({ columnMetadata, numberOfRecordsUpdated, formattedRecords }: Reply): readonly unknown[] => {
  if (Array.isArray(columnMetadata)) return columnMetadata;
  const isCount = numberOfRecordsUpdated !== undefined && formattedRecords === undefined;
  if (columnMetadata === undefined && isCount) return [];
  throw noResult('the reply of the Data API is not a result: it names no columns');
};

const NO_COLUMNS: Detail = {
  message: 'the statement returns no columns',
  hint: 'end the statement with a query that returns the columns which the component reads',
};

const recordsOf = ({ records }: Reply, columns: readonly Column[]): readonly unknown[] => {
  const isEmpty = columns.length === 0 && [records ?? []].flat(2).length === 0;
  if (isEmpty) throw invalid(NO_COLUMNS);
  if (!Array.isArray(records)) throw noResult('the reply of the Data API is not a result: it has no rows');
  if (records.length > MAX_ROWS) throw tooManyRows();
  return records;
};

/**
 * Checks every part of the reply.
 * @param timezone the zone of times without an offset.
 * @throws WallfeedError SOURCE_INVALID if the reply does not have the documented form, SOURCE_TOO_LARGE.
 */
export const readResult = (said: unknown, engine: Engine, timezone?: string): Table => {
  const reply: Reply = Object.fromEntries(Object.entries(Object(said)).filter(([, value]) => value !== null));
  const columns = metadataOf(reply).map((metadata, index) => readColumn(metadata, index, engine));
  const records = recordsOf(reply, columns);
  return {
    header: columns.map(({ label }) => label),
    origins: columns.map(({ type }) =>
      type.isLocal && timezone !== undefined ? (`timestamp in ${timezone}` as const) : type.origin,
    ),
    rows: records.map((fields, row) => readRow(fields, row, columns, engine)),
    locate: (row) => ({ row: row + 1 }),
  };
};
