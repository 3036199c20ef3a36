import { plainName } from '../../../shared/catalogue/nearest-names.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import type { FixedTable } from '../../../shared/tabular/define-table.ts';
import type { Trial } from './trial.ts';

/** Columns of these types take nearly any text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'freeText', 'list', 'numberOrText']);

const isTyped = ({ type }: Column<unknown>): boolean => !TEXTS.has(type);

/** The families whose components show the most kinds of data come first; a family that is not here comes last. */
const FAMILIES = ['line', 'bar', 'pie', 'metric', 'list', 'radar', 'funnel', 'treemap', 'mixed-list', 'map'];

/** The shapes that show the groups of a file most plainly come first; a shape that is not here comes last. */
const PLAIN_SHAPES = ['bar-chart', 'line-chart', '3d-pie-chart', '3d-bar-chart-2', 'funnel-chart', 'treemap'];

const placeIn = (list: readonly string[], name: string): number =>
  list.includes(name) ? list.indexOf(name) : list.length;

const placeOf = ({ entry }: Trial): number => placeIn(FAMILIES, entry.family);

const fixedTables = ({ entry, tables }: Trial): readonly FixedTable[] =>
  tables.flatMap(({ name }) => {
    const definition = entry.shape.tables[name];
    return definition?.kind === 'fixed' ? [definition] : [];
  });

/** Counts the columns that have the file's own names. */
const countNames = (trial: Trial, header: readonly string[]): number => {
  const names = new Set(header.map(plainName));
  const columns = fixedTables(trial).flatMap((table) => Object.keys(table.columns));
  return columns.filter((column) => names.has(plainName(column))).length;
};

/** Counts the columns of a type that a text rarely has by chance. */
const countTyped = (trial: Trial): number =>
  fixedTables(trial).flatMap(({ columns }) => Object.values(columns).filter(isTyped)).length;

/** True for a trial that nearly any file of texts passes, so that it says little. */
export const takesAnyText = (trial: Trial): boolean => countTyped(trial) === 0;

/** Sorts trials by position, the most specific first: with the file's own names, then with numbers and times. */
export const rankTrials = (trials: readonly Trial[], header: readonly string[]): readonly Trial[] =>
  trials.toSorted(
    (one, other) =>
      countNames(other, header) - countNames(one, header) ||
      countTyped(other) - countTyped(one) ||
      placeOf(one) - placeOf(other),
  );

const isGraph = ({ tables }: Trial): boolean => tables.length > 1;

/** Sorts trials with selections: graphs, for which few files are meant, then the plainest charts. */
export const rankSelections = (trials: readonly Trial[]): readonly Trial[] =>
  trials.toSorted(
    (one, other) =>
      Number(isGraph(other)) - Number(isGraph(one)) ||
      placeIn(PLAIN_SHAPES, one.entry.shape.name) - placeIn(PLAIN_SHAPES, other.entry.shape.name) ||
      placeOf(one) - placeOf(other),
  );
