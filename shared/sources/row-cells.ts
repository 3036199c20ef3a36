import { isMap } from '../catalogue/is-map.ts';
import { type Fields, type FoundRow, isEmptyMap, joinKey, kindOf, noRows, ownValue, splitPath } from './find-rows.ts';

export interface RowCells {
  readonly cells: ReadonlyMap<string, string>;
  /** Returns the path of the row itself without a column. */
  readonly pathOf: (column: string | undefined) => string;
  readonly line?: number;
}

/** A column with the key of a row or of an entry in its map. */
export const KEY = '$key';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('|');
  return isMap(value) ? JSON.stringify(value) : String(value);
};

/** Objects inside are flattened: `user.name`. */
const flatten = (fields: Fields, before: string, cells: Map<string, string>): void => {
  for (const [key, value] of Object.entries(fields)) {
    if (isMap(value)) flatten(value, `${before}${key}.`, cells);
    else cells.set(before + key, textOf(value));
  }
};

/** Returns cells by the names of columns. If a row is a list, its columns are called 1, 2 and so on. */
const flatCells = (item: unknown, place: Pick<FoundRow, 'path' | 'line'>): Map<string, string> => {
  const cells = new Map<string, string>();
  if (Array.isArray(item)) for (const [at, value] of item.entries()) cells.set(String(at + 1), textOf(value));
  else if (isMap(item)) flatten(item, '', cells);
  else {
    const hint =
      item === null
        ? 'each row is a map, such as { "name": "East", "value": 7 }, or a list of cells'
        : 'write each value as a map, such as { "value": 7 }, or as a list such as [7]';
    const at = place.line === undefined ? { path: place.path } : { line: place.line };
    throw noRows({ ...at, message: `is ${kindOf(item)}, not a row`, hint });
  }
  return cells;
};

/** Entries of lists count from 0. */
const valueAt = (item: unknown, steps: readonly string[]): unknown => steps.reduce(ownValue, item);

/** Adds the entries of lists that a selection names, such as `value.1`. */
const addEntries = (item: unknown, names: readonly string[], before: string, cells: Map<string, string>): void => {
  for (const name of names) {
    if (!name.startsWith(before) || cells.has(name)) continue;
    const value = valueAt(item, name.slice(before.length).split('.'));
    if (value !== undefined && !isMap(value)) cells.set(name, textOf(value));
  }
};

/** Writes the steps of a column as a path: `values.0` as `values[0]`, if the step leads into a list. */
const writePath = (start: string, item: unknown, column: string): string => {
  let path = start;
  let value = item;
  for (const step of column.split('.')) {
    path = Array.isArray(value) && value !== item ? `${path}[${step}]` : joinKey(path, step);
    value = valueAt(value, [step]);
  }
  return path;
};

/** Converts the values of a row to texts. `names` are the columns that the selection names. */
const readRow = (row: FoundRow, names: readonly string[]): RowCells => {
  const { value, path, key, line } = row;
  const cells = flatCells(value, row);
  if (key !== undefined) cells.set(KEY, key);
  addEntries(value, names, '', cells);
  return {
    cells,
    pathOf: (column) => (column === undefined || column === KEY ? path : writePath(path, value, column)),
    ...(line !== undefined && { line }),
  };
};

interface Entry {
  readonly value: unknown;
  readonly path: string;
  readonly key?: string;
}

const entriesOf = (found: unknown, path: string, hasStar: boolean, { line }: FoundRow): readonly Entry[] => {
  if (found === undefined || found === null) return [];
  if (Array.isArray(found) && !hasStar) return found.map((value, index) => ({ value, path: `${path}[${index}]` }));
  if (hasStar && isEmptyMap(found)) return [];
  if (isMap(found) && hasStar)
    return Object.entries(found).map(([key, value]) => ({ value, path: joinKey(path, key), key }));
  const wanted = hasStar ? 'a map' : 'a list';
  const hint = isMap(found) ? 'for a row of each of its entries write .* behind the path' : 'name a list of the row';
  throw noRows({
    ...(line === undefined ? { path } : { line, columnName: path }),
    message: `is ${kindOf(found)}, not ${wanted}`,
    hint,
  });
};

const readEntry = (
  row: RowCells,
  rest: ReadonlyMap<string, string>,
  { value, path, key }: Entry,
  name: string,
  names: readonly string[],
): RowCells => {
  const cells = new Map(rest);
  if (isMap(value)) flatten(value, `${name}.`, cells);
  else cells.set(name, textOf(value));
  if (key !== undefined) cells.set(KEY, key);
  addEntries(value, names, `${name}.`, cells);
  return {
    ...row,
    cells,
    pathOf: (column) => {
      if (column === undefined || column === name || column === KEY) return path;
      if (!column.startsWith(`${name}.`)) return row.pathOf(column);
      const [first = '', ...others] = column.slice(name.length + 1).split('.');
      const start = Array.isArray(value) ? `${path}[${first}]` : joinKey(path, first);
      return others.length === 0 ? start : writePath(start, valueAt(value, [first]), others.join('.'));
    },
  };
};

/** Makes a row of each entry of a list in a row. The other cells stay in each of these rows. */
const unnestRow = (row: FoundRow, unnest: string, names: readonly string[]): readonly RowCells[] => {
  const { steps, hasStar } = splitPath(unnest);
  const name = steps.join('.');
  const outer = readRow(
    row,
    names.filter((one) => !one.startsWith(`${name}.`)),
  );
  const rest = new Map([...outer.cells].filter(([column]) => column !== name && !column.startsWith(`${name}.`)));
  const path = row.line === undefined ? outer.pathOf(name) : name;
  const entries = entriesOf(valueAt(row.value, steps), path, hasStar, row);
  return entries.map((entry) => readEntry(outer, rest, entry, name, names));
};

/**
 * Unnests the list that `unnest` names.
 * @param names the columns that the selection names.
 */
export const readRowCells = (
  rows: readonly FoundRow[],
  unnest: string | undefined,
  names: readonly string[],
): readonly RowCells[] =>
  unnest === undefined ? rows.map((row) => readRow(row, names)) : rows.flatMap((row) => unnestRow(row, unnest, names));

const INDEX = /^(.+)\.(\d+)$/;
const BRACKETS = /^(.+)\[(\d+)\](.*)$/;
const NEGATIVE = /\.-\d+(?:\.|$)/;

const longestList = (rows: readonly FoundRow[], steps: readonly string[]): number =>
  rows.reduce((longest, { value }) => {
    const found = valueAt(value, steps);
    return Array.isArray(found) ? Math.max(longest, found.length) : longest;
  }, 0);

/** Returns the hint for a column whose name is in the first row, if the rows are lists. */
const hintOfHeader = (name: string, [first]: readonly FoundRow[]): string | undefined => {
  const names = Array.isArray(first?.value) ? first.value : [];
  const at = names.indexOf(name);
  if (at === -1) return undefined;
  const leaveOut = `where: { '1': { not: ${JSON.stringify(names[0])} } }`;
  return `the first list has the names: write '${at + 1}' for this column, and leave that list out with \`${leaveOut}\``;
};

/** Returns undefined if the name of the missing column does not show what was meant. */
export const hintOfColumn = (name: string, rows: readonly FoundRow[]): string | undefined => {
  if (name === KEY) return '$key needs rows that end in .*';
  const header = hintOfHeader(name, rows);
  if (header) return header;
  const [, list = '', index = '', after = ''] = BRACKETS.exec(name) ?? [];
  if (index !== '') return `write ${list}.${index}${after}`;
  if (NEGATIVE.test(name)) return 'entries count from 0';
  const [, path] = INDEX.exec(name) ?? [];
  const length = path === undefined ? 0 : longestList(rows, path.split('.'));
  return length === 0 ? undefined : `the longest list has ${length} ${length === 1 ? 'entry' : 'entries'}`;
};
