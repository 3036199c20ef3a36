import type { Cell } from '../../../shared/tabular/table.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import type { SelectionFields } from '../suggestions/column-sources.ts';
import { describeColumns } from '../suggestions/columns.ts';
import type { FileColumn } from '../suggestions/file-column.ts';
import { cellsOf, findDates, readTimes, type Texts } from '../suggestions/find-dates.ts';
import { findDecimal, findForms } from '../suggestions/find-forms.ts';
import { inWords } from '../suggestions/measures.ts';

/** A column, and its place in the rows of the answer. */
interface Column {
  readonly reference: string;
  readonly index: number;
  /** The key of the first map that is shown, if the cells are lists of maps. */
  readonly key?: string | undefined;
}

interface ProposedColumn extends Column {
  readonly name: string;
}

export interface ProposedColumns {
  /** The keys beside `rows`, such as `dates`, and `columns`. */
  readonly keys: SelectionFields;
  readonly columns: readonly ProposedColumn[];
  readonly others: readonly string[];
}

const MAX_PROBED_ROWS = 500;
const MAX_COLUMNS = 10;
const MAX_SHOWN_CHARS = 120;

const WEB_ADDRESS = /^https?:\/\//;
/** Matches codes that only programs read, such as node_id of GitHub. */
const OPAQUE = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{16,}$/;
const NESTED = /^[{[]/;
/** Matches a list of maps as the text of a cell, and the key of a map that names it. */
const NAMED_MAP = /^\{.*?"(name|title|label|value|key)":/;

/** Returns the cell of a column: of a list of maps, the value of the first map. */
export const entryIn = (cell: Cell, { key }: Pick<Column, 'key'>): Cell => {
  if (key === undefined || typeof cell !== 'string') return cell;
  const [, text = 'null'] = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|[^,}]+)`).exec(cell) ?? [];
  return JSON.parse(text);
};

interface RankedColumn extends Column {
  /** Columns with smaller numbers are shown first. */
  readonly rank: number;
}

const depthOf = (reference: string): number => reference.split('.').length;

/** Returns a column that people may want to see; undefined for addresses, codes, long texts and blank columns. */
const usefulColumn = (column: FileColumn, index: number, name: string, texts: Texts): RankedColumn | undefined => {
  const cells = cellsOf(texts, index);
  const key = NAMED_MAP.exec(cells[0] ?? '')?.[1];
  if (key !== undefined) return { reference: `${name}.0.${key}`, index, key, rank: depthOf(name) + 1 };
  const isShown = (cell: string): boolean =>
    !WEB_ADDRESS.test(cell) && !OPAQUE.test(cell) && !NESTED.test(cell) && cell.length <= MAX_SHOWN_CHARS;
  if (cells.length === 0 || !cells.some(isShown) || cells.some((cell) => cell.length > MAX_SHOWN_CHARS))
    return undefined;
  const isSame = column.values.size === 1 && texts.rows.length > 1;
  return { reference: name, index, rank: depthOf(name) + (isSame ? 2 : 0) + (column.kind === 'text' ? 0 : -0.5) };
};

/** Names of steps that say nothing without the step before them. */
const VAGUE = /^(?:name|login|title|label|display_?name|text|value|\d+)$/i;
const IDENTIFIER = /^(?:id|key|code)$/i;

/** Returns possible names of a column, the best one first: `status` for `fields.status.name`. */
const namesOf = (reference: string): readonly string[] => {
  const steps = reference.replace(/^\$/, '').split('.');
  const words = steps.filter((step) => !/^\d+$/.test(step));
  const [last = reference, before] = words.toReversed();
  if (before === undefined) return [/^\d+$/.test(reference) ? `column${reference}` : last];
  const both = `${before}_${last}`;
  const first = VAGUE.test(last) ? [before, both] : IDENTIFIER.test(last) ? [both] : [last, both];
  return [...first, words.join('_')];
};

const nameColumns = (columns: readonly Column[]): ProposedColumns['columns'] => {
  const names = new Map<string, Column>();
  for (const column of columns.toSorted((one, other) => depthOf(one.reference) - depthOf(other.reference))) {
    const free = namesOf(column.reference).find((name) => !names.has(name)) ?? column.reference;
    names.set(free, column);
  }
  return Array.from(names, ([name, { reference, index, key }]) => ({ name, reference, index, key })).toSorted(
    (one, other) => one.index - other.index,
  );
};

/** Finds how the cells of the chosen columns are written, as far as dashboard.yml must say it. */
const findFormat = ({ header, rows }: Texts, timezone: string) => {
  const texts = { header, rows };
  const { times } = findDates({ header: header.map(inWords), rows }, timezone);
  const decimal = findDecimal(texts, undefined);
  const read = createTimeReader(times.dates, timezone, times.months);
  const areTimes = (cells: readonly string[]): boolean => readTimes(cells, read) !== undefined;
  const { fillDown: _, ...forms } = findForms(texts, decimal.decimal ?? '.', areTimes);
  return { ...decimal, ...times, ...forms };
};

/** Proposes none if there are no rows. */
export const proposeColumns = (all: Texts, timezone: string): ProposedColumns => {
  const texts = { header: all.header, rows: all.rows.slice(0, MAX_PROBED_ROWS) };
  const probed = { ...texts, count: texts.rows.length, delimiter: undefined, totals: [], unclearDates: [] };
  const described = describeColumns({ ...probed, format: findFormat(texts, timezone) }, timezone);
  const useful = texts.header.flatMap((name, index) => {
    const column = described[index];
    return (column && usefulColumn(column, index, name, texts)) ?? [];
  });
  const chosen = useful.toSorted((one, other) => one.rank - other.rank).slice(0, MAX_COLUMNS);
  const columns = nameColumns(chosen);
  const indexes = columns.map(({ index }) => index);
  const shown = {
    header: indexes.map((index) => texts.header[index] ?? ''),
    rows: texts.rows.map((row) => indexes.map((index) => row[index] ?? '')),
  };
  return {
    keys: {
      ...findFormat(shown, timezone),
      ...(columns.length > 0 && {
        columns: Object.fromEntries(columns.map(({ name, reference }) => [name, reference])),
      }),
    },
    columns,
    others: texts.header.filter((_, index) => !indexes.includes(index)),
  };
};
