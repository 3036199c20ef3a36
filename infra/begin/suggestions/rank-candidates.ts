import { plainName } from '../../../shared/catalogue/nearest-names.ts';
import { MAX_DETAILS, type WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { ORDER_HINT } from '../../../shared/tabular/advise-columns.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import type { FixedTable } from '../../../shared/tabular/define-table.ts';
import type { Candidate } from './candidate.ts';
import { isAxis } from './column-sources.ts';
import type { FileColumn } from './file-column.ts';

/** Codes of errors that single cells cause, in a file whose columns fit. */
const OF_CELLS: ReadonlySet<string> = new Set(['TABLE_CELL', 'TABLE_KEYS', 'BODY_INVALID']);

/** With a larger share of faulty rows, the column most likely has another meaning. */
const MAX_FAULTY_SHARE = 0.25;

/** True if a file would fit once a few cells are corrected, and the error lists all of these cells. */
export const isNearMiss = ({ code, details }: WallfeedError, rows: number): boolean => {
  if (!OF_CELLS.has(code) || details.length === 0 || details.length >= MAX_DETAILS) return false;
  if (details.some(({ line, column }) => line === undefined || column === undefined)) return false;
  if (details.some(({ hint }) => hint?.startsWith(ORDER_HINT))) return false;
  const lines = new Set(details.map(({ line }) => line));
  return lines.size <= Math.max(1, rows * MAX_FAULTY_SHARE);
};

/** Types of columns that accept nearly any text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'freeText', 'list', 'numberOrText']);

const isTyped = ({ type }: Column<unknown>): boolean => !TEXTS.has(type);

/** The shapes that show the groups of a file most plainly come first; a shape that is not here comes last. */
const PLAIN_SHAPES = ['bar-chart', '3d-pie-chart', 'line-chart', '3d-bar-chart-2', 'funnel-chart', 'treemap'];

const placeIn = (list: readonly string[], name: string): number =>
  list.includes(name) ? list.indexOf(name) : list.length;

const fixedTables = ({ entry, tables }: Candidate): readonly FixedTable[] =>
  tables.flatMap(({ name }) => {
    const definition = entry.shape.tables[name];
    return definition?.kind === 'fixed' ? [definition] : [];
  });

const countNames = (candidate: Candidate, header: readonly string[]): number => {
  const names = new Set(header.map(plainName));
  const columns = fixedTables(candidate).flatMap((table) => Object.keys(table.columns));
  return columns.filter((column) => names.has(plainName(column))).length;
};

/** Counts the columns of a component that accept only certain texts, such as numbers or times. */
const countTyped = (candidate: Candidate): number =>
  fixedTables(candidate).flatMap(({ columns }) => Object.values(columns).filter(isTyped)).length;

export const takesAnyText = (candidate: Candidate): boolean => countTyped(candidate) === 0;

/** Sorts components with the column names of the file first, then those with columns of numbers and times. */
export const rankCandidates = (candidates: readonly Candidate[], header: readonly string[]): readonly Candidate[] =>
  candidates.toSorted(
    (one, other) => countNames(other, header) - countNames(one, header) || countTyped(other) - countTyped(one),
  );

const isGraph = ({ tables }: Candidate): boolean => tables.length > 1;

const isFigure = (candidate: Candidate): boolean => fixedTables(candidate).some(({ rowCount }) => rowCount.max === 1);

/** The shapes that show how figures change over time come first if a file has times. */
const SHAPES_OVER_TIME = ['line-chart', 'line-area-chart', ...PLAIN_SHAPES.filter((name) => name !== 'line-chart')];

/**
 * The place of candidates whose shape is in none of these lists. Such candidates stay in the order of their families.
 */
const OTHER_PLACE = 100;
/** The place of graphs: behind bars and pies, before all other components. */
const GRAPH_PLACE = 50;

/** The families that show parts of a whole. Averages add up to no whole. */
const PARTS: ReadonlySet<string> = new Set(['pie', 'funnel', 'treemap']);

const isPartOfAverages = ({ entry, tables }: Candidate): boolean =>
  PARTS.has(entry.family) && JSON.stringify(tables).includes('"average":');

/** Returns less for plainer ones: single figures, then lines over time, bars and pies of groups, and graphs. */
export const placeAmong = (candidate: Candidate, columns: readonly FileColumn[]): number => {
  if (isGraph(candidate)) return GRAPH_PLACE;
  if (isFigure(candidate)) return -1;
  if (isPartOfAverages(candidate)) return OTHER_PLACE;
  const shapes = columns.some(({ kind }) => kind === 'time') ? SHAPES_OVER_TIME : PLAIN_SHAPES;
  const place = placeIn(shapes, candidate.entry.shape.name);
  return place < shapes.length ? place : OTHER_PLACE;
};

const NAMES: ReadonlySet<string> = new Set(['text', 'freeText']);
/** Maximum number of different names that a component shows as headings, in a legend or as slices. */
const MAX_NAMES = 60;

/** True if a column has neither measures nor more names than a component can show. */
const areNames = ({ kind, values }: FileColumn, name: string): boolean =>
  isAxis(name) || (kind !== 'number' && values.size <= MAX_NAMES);

/** True if the columns of a file by position make sense as the columns of a component. Their types alone say little. */
export const makesSense = (candidate: Candidate, columns: readonly FileColumn[]): boolean =>
  fixedTables(candidate).every((table) =>
    Object.entries(table.columns).every(([name, { type, blank }], index) => {
      const column = columns[index];
      if (!column || plainName(column.name) === plainName(name)) return true;
      return NAMES.has(type) ? areNames(column, name) : type !== 'number' || blank !== 'omitted';
    }),
  );

/** True if a file has the columns under their own names, as if it was made for the component. */
export const hasNamesOf = (candidate: Candidate, header: readonly string[]): boolean => {
  const names = new Set(header.map(plainName));
  const required = fixedTables(candidate).flatMap(({ columns }) =>
    Object.keys(columns).filter((column) => columns[column]?.blank === 'refused'),
  );
  return required.length > 0 && required.every((column) => names.has(plainName(column)));
};

export const rankSelections = (
  candidates: readonly Candidate[],
  columns: readonly FileColumn[],
): readonly Candidate[] => candidates.toSorted((one, other) => placeAmong(one, columns) - placeAmong(other, columns));
