import type { ExecuteStatementCommandOutput } from '@aws-sdk/client-rds-data';
import { describeDetail } from '../errors/describe-detail.ts';
import { pluralize } from '../errors/pluralize.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import { shownName } from '../tabular/column-count.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import type { Cell, ColumnOrigin, Table } from '../tabular/table.ts';
import { describeField, readField, WHO_ANSWERS } from './rds-data-field.ts';

interface Column {
  readonly label: string;
  readonly origin: ColumnOrigin;
  readonly isInteger: boolean;
}

const NUMBERS = /^(?:int[248]|float[48]|numeric|decimal|(?:small|big)?serial)$/;
const INTEGER = /^-?\d+$/;
const INTEGERS = /^(?:int[248]|(?:small|big)?serial)$/;

const originOf = (typeName: string): ColumnOrigin => {
  if (NUMBERS.test(typeName)) return 'number';
  return typeName.startsWith('timestamp') ? 'timestamp' : 'text';
};

const invalid = (detail: Detail): WallfeedError => {
  const message = `The result cannot be read: ${describeDetail(detail)}.`;
  return new WallfeedError('SOURCE_INVALID', message, [detail], { cause: { name: 'UnreadableResult' } });
};

const noResult = (message: string): WallfeedError => invalid({ message, hint: WHO_ANSWERS });

const isText = (value: unknown): value is string => typeof value === 'string';

const readColumn = (metadata: unknown, index: number): Column => {
  const { label, name = label, typeName = '' } = Object(metadata);
  if (![label ?? name, name, typeName].every(isText)) {
    throw invalid({ column: index + 1, message: 'the column has no label, or no type', hint: WHO_ANSWERS });
  }
  return { label: label || name, origin: originOf(typeName), isInteger: INTEGERS.test(typeName) };
};

/** Integers come as text, because a large one would lose digits on its way; those that a Number holds become one. */
const integerOf = (cell: Cell): Cell =>
  typeof cell === 'string' && INTEGER.test(cell) && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;

const readRow = (fields: unknown, index: number, columns: readonly Column[]): readonly Cell[] => {
  const row = index + 1;
  if (!Array.isArray(fields)) throw invalid({ row, message: 'the row is no list of values', hint: WHO_ANSWERS });
  if (fields.length !== columns.length) {
    const message = `the row has ${pluralize(fields.length, 'value')}, and the result ${pluralize(columns.length, 'column')}`;
    throw invalid({ row, message, hint: WHO_ANSWERS });
  }
  return columns.map(({ label, isInteger }, at) => {
    const cell = readField(fields[at]);
    if (cell === undefined) {
      throw invalid({ row, column: at + 1, columnName: shownName(label), ...describeField(fields[at]) });
    }
    return isInteger ? integerOf(cell) : cell;
  });
};

type Reply = Partial<ExecuteStatementCommandOutput>;

/** The columns that a result says it has; of a statement that has no result, the service only counts what it changed. */
const metadataOf = ({ columnMetadata, numberOfRecordsUpdated, formattedRecords }: Reply): readonly unknown[] => {
  if (Array.isArray(columnMetadata)) return columnMetadata;
  const isCount = numberOfRecordsUpdated !== undefined && formattedRecords === undefined;
  if (columnMetadata === undefined && isCount) return [];
  throw noResult('what the Data API answered is no result: it names no columns');
};

const NO_COLUMNS: Detail = {
  message: 'the statement returns no columns',
  hint: 'end the statement with a query that returns the columns which the component reads',
};

const recordsOf = ({ records }: Reply, columns: readonly Column[]): readonly unknown[] => {
  const isEmpty = columns.length === 0 && [records ?? []].flat(2).length === 0;
  if (isEmpty) throw invalid(NO_COLUMNS);
  if (!Array.isArray(records)) throw noResult('what the Data API answered is no result: it has no rows');
  if (records.length > MAX_ROWS) throw tooManyRows();
  return records;
};

/**
 * Returns the result of a statement as a table, by position. The client does not check what it receives, so every part is
 * checked here.
 * @throws WallfeedError SOURCE_INVALID if the reply has not the form that the service documents, SOURCE_TOO_LARGE.
 */
export const readResult = (reply: Reply): Table => {
  const columns = metadataOf(reply).map(readColumn);
  const records = recordsOf(reply, columns);
  return {
    header: columns.map(({ label }) => label),
    origins: columns.map(({ origin }) => origin),
    rows: records.map((fields, row) => readRow(fields, row, columns)),
    locate: (row) => ({ row: row + 1 }),
  };
};
