import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { type Blank, type Column, type ColumnType, listCodes } from '../../../shared/tabular/column.ts';
import { columnCount } from '../../../shared/tabular/column-count.ts';
import type { FixedTable, FreeTable, RowCount, TableDefinition } from '../../../shared/tabular/define-table.ts';
import { code, escapeCell, markdownTable } from './markdown.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  freeText: 'text as it is',
  number: 'number',
  numberOrText: 'number or text',
  list: 'list of texts, separated by `|`',
  numberList: 'list of numbers, separated by `|`',
  time: 'time',
};

const BLANKS: Readonly<Record<Blank, string>> = {
  refused: '',
  omitted: 'may be blank',
  empty: "may be blank, then `''`",
};

export const describeColumn = ({ type, blank, codes }: Column<unknown>): string =>
  [codes ? `${TYPES[type]}: ${listCodes(codes)}` : TYPES[type], BLANKS[blank]].filter(Boolean).join(', ');

const countRows = ({ min = 0, max }: RowCount): string => {
  if (min === max) return `exactly ${min}`;
  if (max === undefined) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
};

/** Returns `exactly 1 row`, or an empty text if there is no limit. */
export const rowLimit = ({ rowCount }: TableDefinition): string => {
  const { min = 0, max, reading } = rowCount;
  if (min === 0 && max === undefined) return '';
  const where = reading === undefined ? '' : ` in the reading ${code(reading)}`;
  return `${countRows(rowCount)} ${(max ?? min) === 1 ? 'row' : 'rows'}${where}`;
};

/** Returns `name, unit?, value`. `?` marks columns that may be blank. */
export const listColumns = (table: TableDefinition): string => {
  if (table.kind === 'fixed') {
    return Object.entries(table.columns)
      .map(([name, { blank }]) => `${name}${blank === 'refused' ? '' : '?'}`)
      .join(', ');
  }
  const { min, max } = columnCount(table);
  const count = min === max ? min : `${min} or more`;
  return `${count} of any name`;
};

export const exampleRow = (table: FixedTable, sample: string | undefined): readonly string[] => {
  const [row = []] = sample?.trim() ? parseCsv(Buffer.from(sample), {}, table).rows : [];
  return row.map((cell) => String(cell ?? ''));
};

const describeFixed = (table: FixedTable, sample: string | undefined): readonly string[] => {
  const example = exampleRow(table, sample);
  const rows = Object.entries(table.columns).map(([name, column], index) => [
    `${index + 1}`,
    name,
    escapeCell(describeColumn(column)),
    escapeCell(example[index] ?? ''),
  ]);
  return markdownTable(['#', 'column', 'cells', 'example'], rows);
};

const describeFree = (table: FreeTable): readonly string[] => {
  const { min, max } = columnCount(table);
  const count = `${min === max ? 'Exactly' : 'At least'} ${min} ${min === 1 ? 'column' : 'columns'}.`;
  const [first, rest] = [describeColumn(table.first), describeColumn(table.rest)];
  const cells = first === rest ? `Every cell: ${first}.` : `First column: ${first}. Other columns: ${rest}.`;
  const named = table.named
    ? ` Columns that the option \`${table.named.option}\` names: ${describeColumn(table.named.column)}.`
    : '';
  return [`${count} The header is sent as data. ${cells}${named}`, ''];
};

export const describeColumns = (table: TableDefinition, sample: string | undefined): readonly string[] => {
  const limit = rowLimit(table);
  return [
    ...(table.kind === 'fixed' ? describeFixed(table, sample) : describeFree(table)),
    ...(limit === '' ? [] : [`The table has ${limit}.`, '']),
  ];
};
