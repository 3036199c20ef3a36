import { isCellFault } from './cell-fault.ts';
import type { Column, ColumnType } from './column.ts';
import { listNames, shownName } from './column-count.ts';
import type { Cell, Table } from './table.ts';
import type { CellTyper } from './type-cell.ts';
import { type Cells, createTypers, type TableFault, type TypingContext } from './type-cells.ts';

interface TypedColumn {
  readonly name: string;
  readonly column: Column<unknown>;
  readonly type: CellTyper;
}

/** Set if the columns of a table would fit in another order. */
interface OrderAdvice {
  readonly message: string;
  readonly hint: string;
}

/** Only the cells of the first rows are tried. */
const MAX_ROWS_TRIED = 20;

/**
 * A type that refuses more cells has a lower rank. Stricter types choose their columns first, because a text column
 * accepts any cell.
 */
const STRICTNESS: Readonly<Record<ColumnType, number>> = {
  time: 0,
  number: 1,
  numberList: 2,
  numberOrText: 3,
  list: 4,
  text: 4,
  freeText: 4,
};

const TYPE_WORDS: Readonly<Record<ColumnType, string>> = {
  time: 'time',
  number: 'number',
  numberList: 'list of numbers',
  numberOrText: 'number or text',
  list: 'list',
  text: 'text',
  freeText: 'text',
};

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Assigns a column of the file to each column of the component, so that all cells of the rows fit. Returns undefined if
 * that is not possible.
 */
const findOrder = (
  columns: readonly TypedColumn[],
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): readonly number[] | undefined => {
  const doFit = ({ type }: TypedColumn, index: number): boolean =>
    rows.every((cells) => !isCellFault(type(cells[index] ?? null)));
  const strictFirst = columns
    .map((column, index) => ({ column, index }))
    .toSorted((a, b) => STRICTNESS[a.column.column.type] - STRICTNESS[b.column.column.type]);
  const order = new Array<number>(columns.length).fill(-1);
  const assign = (next: number): boolean => {
    const one = strictFirst[next];
    if (!one) return true;
    const free = header.map((_, index) => index).filter((index) => !order.includes(index));
    const named = free.toSorted(
      (a, b) =>
        Number(isSameName(header[b] ?? '', one.column.name)) - Number(isSameName(header[a] ?? '', one.column.name)),
    );
    for (const index of named) {
      if (!doFit(one.column, index)) continue;
      order[one.index] = index;
      if (assign(next + 1)) return true;
      order[one.index] = -1;
    }
    return false;
  };
  return assign(0) ? order : undefined;
};

/** YAML reads these names as text without quotes. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{N} _.-]*$/u;
const YAML_WORD = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

const quoted = (name: string): string =>
  PLAIN_NAME.test(name) && !YAML_WORD.test(name) ? name.trim() : `'${name.replaceAll("'", "''")}'`;

/**
 * Returns how the dashboard file names a column by its name, or by its position if another column has the same name.
 */
const referenceTo = (index: number, header: readonly string[]): string => {
  const name = header[index] ?? '';
  const isUnique = name !== '' && header.filter((other) => other.trim() === name.trim()).length === 1;
  return isUnique && shownName(name) === name ? quoted(name) : String(index + 1);
};

export const ORDER_HINT = 'name the columns of the file, in any order';

/**
 * Returns undefined unless all columns would fit in another order.
 * @param column index of the first column with a cell that does not fit.
 */
const suggestOrder = (
  columns: readonly TypedColumn[],
  { header, rows }: Table,
  column: number,
): OrderAdvice | undefined => {
  const wanted = columns[column];
  const tried = rows.slice(0, MAX_ROWS_TRIED);
  const given = tried.map((cells) => cells[column] ?? '').filter((cell) => cell !== '');
  const isOther = wanted && given.length > 0 && given.every((cell) => isCellFault(wanted.type(cell)));
  const order = isOther ? findOrder(columns, header, tried) : undefined;
  if (!wanted || !order) return undefined;
  const pairs = columns.map(({ name }, index) => `${quoted(name)}: ${referenceTo(order[index] ?? 0, header)}`);
  return {
    message: `column ${column + 1} must be ${wanted.name} (${TYPE_WORDS[wanted.column.type]}); your columns are ${listNames(header)}`,
    hint: `${ORDER_HINT}: \`columns: { ${pairs.join(', ')} }\``,
  };
};

/**
 * Replaces the errors of cells by a single error if the columns of a file would fit in another order. Returns true if
 * the errors were replaced.
 */
export const adviseOrder = (
  { columns, names, table }: Cells,
  { timezone }: TypingContext,
  faults: TableFault[],
): boolean => {
  const [first] = faults;
  if (!first?.column || table.origins) return false;
  const typers = createTypers({ columns, names, table }, timezone);
  const typed = columns.map((column, index) => ({
    name: names[index] ?? '',
    column,
    type: typers[index] as CellTyper,
  }));
  const advice = suggestOrder(typed, table, first.column - 1);
  if (!advice) return false;
  faults.splice(0, faults.length, { ...first, message: `${first.message}: ${advice.message}`, hint: advice.hint });
  return true;
};

const isWord = (cell: Cell | undefined): boolean => /^\p{L}/u.test(String(cell ?? '')) && !/\d/.test(String(cell));

/** Changes the hint if only the first row of a file has errors, and that row has words in place of all numbers. */
export const adviseHeader = ({ columns, table }: Cells, faults: TableFault[]): void => {
  const [first] = faults;
  const line = table.rows.length > 1 ? table.locate(0, 0).line : undefined;
  const numbers = columns.flatMap(({ type }, index) => (type === 'number' ? [index] : []));
  const isHeader = numbers.length > 0 && numbers.every((index) => isWord(table.rows[0]?.[index]));
  if (!first || line === undefined || !isHeader || faults.some((fault) => fault.line !== line)) return;
  const hint = `if line ${line} is a second header, write csv: { file: ..., header: ${line} }, else write numbers`;
  faults.splice(0, faults.length, { ...first, hint });
};
