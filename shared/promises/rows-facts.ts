import type { Promises } from '../config/promises.ts';
import type { ColumnReference } from '../config/selection.ts';
import type { CellReading } from '../config/sources.ts';
import { createReadForm } from '../selection/cell-forms.ts';
import { toNumber } from '../selection/row-context.ts';
import { isCellFault } from '../tabular/cell-fault.ts';
import { type ColumnRows, placeOfCell } from '../tabular/column-rows.ts';
import { parseNumber, plainNumberOf } from '../tabular/parse-number.ts';
import { parseTime } from '../tabular/parse-time.ts';
import { type Cell, zoneOf } from '../tabular/table.ts';
import { createTimeReader } from '../tabular/time-pattern.ts';
import { checkValues, type ReadColumn } from './check-values.ts';
import type { Finding, SourceFacts } from './finding.ts';

/** Maximum time by which the clock that wrote a row may be ahead. */
const MAX_CLOCK_OFFSET_MS = 5 * 60_000;

/** How the cells of a dataset are read. */
export interface RowsReading {
  readonly cells: CellReading;
  readonly timezone: string;
}

type Rows = Pick<ColumnRows, 'header' | 'origins' | 'columns' | 'length'>;

/** Returns the index of a column by its name or its number; -1 if the rows have no such column. */
const indexIn =
  (header: readonly string[]) =>
  (reference: ColumnReference): number => {
    if (typeof reference === 'number') return reference <= header.length ? reference - 1 : -1;
    return header.findIndex((name) => name.trim() === reference.trim());
  };

const createIsBlank = ({ blank = [] }: CellReading): ((cell: Cell) => boolean) => {
  const texts = new Set(['', ...blank]);
  return (cell) => cell === null || (typeof cell === 'string' && texts.has(cell.trim()));
};

const createNumberReader = ({ cells }: RowsReading, header: readonly string[], column: number) => {
  const { decimal = '.' } = cells;
  const readForm = createReadForm({ ...cells, decimal }, indexIn(header));
  return (cell: string | number): number => {
    if (typeof cell === 'number') return cell;
    const text = cell.trim();
    const plain = readForm || decimal === ',' ? Number.NaN : plainNumberOf(text);
    if (!Number.isNaN(plain)) return plain;
    const form = toNumber(readForm?.(text, column));
    return typeof form === 'number' ? form : (parseNumber(text, decimal) ?? Number.NaN);
  };
};

const formOf = ({ dates }: CellReading, column: number, header: readonly string[]): string | undefined => {
  if (dates === undefined || typeof dates === 'string') return dates;
  return dates.find(([reference]) => indexIn(header)(reference) === column)?.[1];
};

/** Creates a reader of the times of one column. It returns NaN for a cell that is no time. */
const createTimes = ({ cells, timezone }: RowsReading, { header, origins }: Rows, column: number) => {
  const origin = origins[column];
  if (origin === 'milliseconds') return Number;
  const zone = zoneOf(origin ?? 'text');
  const read =
    zone !== undefined
      ? (text: string) => parseTime(text, zone)
      : createTimeReader(formOf(cells, column, header), timezone, cells.months);
  return (cell: string | number): number => {
    const time = read(String(cell).trim());
    return isCellFault(time) ? Number.NaN : time;
  };
};

/**
 * Returns the newest time of a column; undefined if no cell is a time. Reads equal neighbours once. Times of the future
 * do not count, because they would never grow old.
 */
const newestIn = (rows: Rows, column: number, reading: RowsReading, at: number): number | undefined => {
  const timeOf = createTimes(reading, rows, column);
  const isBlank = createIsBlank(reading.cells);
  let newest = Number.NEGATIVE_INFINITY;
  let last: Cell = null;
  for (const cell of rows.columns[column] ?? []) {
    if (cell === last || cell === null || isBlank(cell)) continue;
    last = cell;
    const time = timeOf(cell);
    if (time > newest && time <= at + MAX_CLOCK_OFFSET_MS) newest = time;
  }
  return newest === Number.NEGATIVE_INFINITY ? undefined : newest;
};

/** Finds a number of rows that breaks `rows`. */
export const checkRowCount = ({ rows }: Promises, count: number): Finding | undefined => {
  if (rows?.atLeast !== undefined && count < rows.atLeast) return { kind: 'tooFewRows', count, bound: rows.atLeast };
  if (rows?.atMost !== undefined && count > rows.atMost) return { kind: 'tooManyRows', count, bound: rows.atMost };
  return undefined;
};

const noColumn = (reference: ColumnReference): Finding => ({ kind: 'noColumn', column: String(reference) });

const columnOf = (rows: ColumnRows, name: string, column: number, reading: RowsReading): ReadColumn => ({
  name,
  cells: rows.columns[column] ?? [],
  numberOf: createNumberReader(reading, rows.header, column),
  isBlank: createIsBlank(reading.cells),
  placeOf: (row) => {
    const { line, row: number = row + 1 } = placeOfCell(rows, row, column);
    return line === undefined ? { row: number } : { line };
  },
});

/** Finds the facts about the rows of a dataset on which its promises depend. */
export const factsOfRows = (rows: ColumnRows, promises: Promises, reading: RowsReading, at: number): SourceFacts => {
  const { newest, values = {} } = promises;
  const indexOf = indexIn(rows.header);
  const found: Record<string, Finding> = {};
  const count = checkRowCount(promises, rows.length);
  if (count) found.rows = count;
  for (const [name, promise] of Object.entries(values)) {
    const column = indexOf(name);
    const finding = column === -1 ? noColumn(name) : checkValues(promise, columnOf(rows, name, column, reading));
    if (finding) found[name] = finding;
  }
  const times = newest ? indexOf(newest.of) : -1;
  if (newest && times === -1) Object.assign(found, { newest: noColumn(newest.of) });
  const time = times === -1 ? undefined : newestIn(rows, times, reading, at);
  return { at, rows: rows.length, ...(time !== undefined && { newest: time }), found };
};
