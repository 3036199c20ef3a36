import type { FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import { aggregateOf, arePeriods, type FileColumn, type Roles, rolesOf } from './columns.ts';

/** The keys of a csv map in dashboard.yml that select rows: `unpivot`, `columns`, `sort`, `limit`, `rest`, `unique`. */
export type SelectionFields = Readonly<Record<string, unknown>>;

/**
 * Returns the source for a column of a component. Uses each column of the file only once; undefined if no fitting
 * column is left.
 */
type SourceOf = (name: string, type: string) => unknown;

/** Maximum number of groups that a chart shows. The last group sums up all other groups. */
const MAX_SHOWN = 6;
/** Minimum number of rows of a file whose rows are counted as events, because the file has no quantities. */
const MIN_COUNTED_ROWS = 10;
/** Maximum number of measures that a viewer can distinguish in one chart. */
const MAX_SERIES = 8;
const MIN_SERIES = 2;
const COLORS = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16'];

const isText = (type: string): boolean => type === 'text' || type === 'freeText';

/**
 * Groups times by their bucket. A column of text gets days in place of hours, because the text of an hour is the same
 * on each day.
 */
const bucketOf = ({ reference, bucket }: FileColumn, type: string): SelectionFields => ({
  [isText(type) && bucket === 'hour' ? 'day' : bucket]: reference,
});

/** Names of component columns with a special meaning, which no group or sum can fill. */
const MEANINGFUL = new Set(['id', 'status', 'max', 'locationId', 'textAlign', 'row', 'percent']);

const isAxis = (name: string): boolean => ['x', 'category', 'label'].includes(name);

/** Creates a source of times that only one column of a component can take. */
const createTimeSource = (time: FileColumn | undefined) => {
  let isLeft = time !== undefined;
  return {
    take: (type: string): unknown => {
      if (!time || !isLeft) return undefined;
      isLeft = false;
      return bucketOf(time, type);
    },
    isLeft: (): boolean => isLeft,
  };
};

/** Creates column sources: groups by text or time, and sums of numbers. */
const createSources = ({ groups, measures, time: column, currency }: Roles, rows: number): SourceOf => {
  const left = [...groups];
  let measure = 0;
  const time = createTimeSource(column);
  const take = (isWanted: (group: FileColumn) => boolean): unknown => {
    const index = left.findIndex(isWanted);
    return index === -1 ? undefined : left.splice(index, 1)[0]?.reference;
  };
  const takeGroup = (): unknown => take((group) => group === currency) ?? take(() => true);
  const takeSeries = (): unknown => (time.isLeft() || left.length > 1 ? take(({ isUnique }) => !isUnique) : undefined);
  const takeMeasure = (): unknown => {
    const taken = measures[measure++];
    if (taken) return { [aggregateOf(taken, time.isLeft())]: taken.reference };
    return measure === 1 && rows >= MIN_COUNTED_ROWS ? { count: 'rows' } : undefined;
  };
  const unit = measures[0]?.name ?? 'rows';
  return (name, type) => {
    if (MEANINGFUL.has(name)) return undefined;
    if (name === 'unit') return { constant: unit };
    if (name === 'color') return { palette: COLORS };
    if (name === 'series')
      return takeSeries() ?? (sameKind(measures).length < MIN_SERIES ? { constant: unit } : undefined);
    if (isText(type)) return (isAxis(name) ? time.take(type) : undefined) ?? takeGroup();
    if (type === 'number') return isAxis(name) ? undefined : takeMeasure();
    if (type === 'time') return time.take(type);
    if (type === 'list' && groups.length > 1) return { list: groups.slice(0, 2).map(({ reference }) => reference) };
    return undefined;
  };
};

/** Returns the measures that are aggregated like the first one: a chart has either sums or averages. */
const sameKind = ([first, ...others]: readonly FileColumn[]): readonly FileColumn[] =>
  first ? [first, ...others.filter((one) => aggregateOf(one) === aggregateOf(first))] : [];

/**
 * Creates column sources for several measures as series. The columns of the file become rows, with `$name` and
 * `$value`.
 */
const createWideSources = ({ groups, time: column }: Roles, measures: readonly FileColumn[]): SourceOf => {
  const time = createTimeSource(column);
  let isValueUsed = false;
  return (name, type) => {
    if (name === 'series') return '$name';
    if (isAxis(name) && isText(type)) return time.take(type) ?? groups[0]?.reference;
    if (type === 'time') return time.take(type);
    if (type !== 'number' || isAxis(name) || isValueUsed) return undefined;
    isValueUsed = true;
    return { [aggregateOfAll(measures, time.isLeft())]: '$value' };
  };
};

const aggregateOfAll = (measures: readonly FileColumn[], isOverTime = false): 'sum' | 'average' =>
  measures.some((one) => aggregateOf(one, isOverTime) === 'average') ? 'average' : 'sum';

type Columns = Readonly<Record<string, unknown>>;

/** Finds a source for each column that a component needs; undefined if there is no source for one of them. */
const fillColumns = (table: FixedTable, sourceOf: SourceOf): Columns | undefined => {
  const columns: Record<string, unknown> = {};
  for (const [name, { type, blank }] of Object.entries(table.columns)) {
    if (blank === 'omitted') continue;
    const source = sourceOf(name, type);
    if (source === undefined) return undefined;
    columns[name] = source;
  }
  return columns;
};

const isReference = (source: unknown): boolean => typeof source === 'string' || typeof source === 'number';

/** Sorts by the axis, or shows the largest groups and sums up all other groups. */
const orderOf = (table: FixedTable, columns: Columns, fileColumns: readonly FileColumn[]): SelectionFields => {
  const names = Object.keys(columns);
  const axis = names.find(isAxis);
  if (axis !== undefined) return { sort: names.includes('series') ? [axis, 'series'] : axis };
  const value = names.find((name) => table.columns[name]?.type === 'number');
  const groups = names.filter((name) => isReference(columns[name]));
  if (value === undefined || groups.length === 0) return {};
  const sort = { sort: `-${value}` };
  const shown = fileColumns.find(({ reference }) => reference === columns[groups[0] ?? '']);
  const isLong = shown !== undefined && shown.values.size > MAX_SHOWN;
  return groups.length === 1 && isLong ? { ...sort, limit: MAX_SHOWN, rest: 'Others' } : sort;
};

/** True if a component can show groups, because it accepts several rows and has a column of numbers. */
const canShowGroups = ({ columns, rowCount }: FixedTable): boolean =>
  rowCount.max === undefined && Object.values(columns).some(({ type }) => type === 'number');

/** Proposes to show each measure of a wide file as a series. An example is a log with several measures. */
const proposeSeries = (table: FixedTable, roles: Roles): SelectionFields | undefined => {
  const measures = sameKind(roles.measures).slice(0, MAX_SERIES);
  if (!('series' in table.columns) || measures.length < MIN_SERIES) return undefined;
  const columns = fillColumns(table, createWideSources(roles, measures));
  if (!columns) return undefined;
  return { unpivot: measures.map(({ reference }) => reference), columns, ...orderOf(table, columns, []) };
};

/** Minimum number of months or years in a file that has a column for each of them. */
const MIN_PERIODS = 3;

/** The columns that become rows, and the names of these rows on the axis and in the legend. */
interface Unpivoted {
  readonly measures: readonly FileColumn[];
  readonly axis: string;
  readonly series: string | number | undefined;
}

/** Proposes to show the names of columns on the axis, in the order of the file. */
const proposeNames = (table: FixedTable, { measures, axis: names, series }: Unpivoted): SelectionFields | undefined => {
  const axis = Object.keys(table.columns).find(isAxis);
  const isTextAxis = axis !== undefined && table.columns[axis]?.type === 'text';
  if (!isTextAxis || !('series' in table.columns) || series === undefined) return undefined;
  const columns = fillColumns(table, (name, type) => {
    if (name === 'series') return series;
    if (name === axis) return names;
    return type === 'number' ? { [aggregateOfAll(measures)]: '$value' } : undefined;
  });
  return columns && { unpivot: measures.map(({ reference }) => reference), columns };
};

/**
 * Returns the columns to unpivot: columns named after months or years, or all measures below a header of several lines.
 * Undefined if there are none.
 */
const unpivotedOf = ({ measures: all, periods, groups }: Roles): Unpivoted | undefined => {
  const group = groups[0]?.reference;
  const measures = sameKind(all);
  const lines = measures[0]?.parts.length ?? 0;
  if (lines === 2 && arePeriods(measures, 1)) return { measures, axis: '$name2', series: '$name1' };
  if (lines === 2) return { measures, axis: '$name1', series: '$name2' };
  if (lines > 2) return { measures, axis: '$name', series: group };
  return periods.length >= MIN_PERIODS ? { measures: periods, axis: '$name', series: group } : undefined;
};

/** Proposes one figure: the first measure of all rows, or their number. */
const proposeFigure = ({ columns }: FixedTable, roles: Roles, rows: number): SelectionFields | undefined => {
  if (!('value' in columns) || roles.currency) return undefined;
  const sourceOf = createSources({ ...roles, groups: [] }, rows);
  const filled = Object.entries(columns).map(([name, { type }]) => [name, sourceOf(name, type)] as const);
  return filled.every(([, source]) => source !== undefined) ? { columns: Object.fromEntries(filled) } : undefined;
};

/** True unless amounts of several currencies would be added. */
const isOneCurrency = ({ currency }: Roles, { columns, unpivot }: SelectionFields): boolean =>
  !currency || (unpivot === undefined && Object.values(columns ?? {}).includes(currency.reference));

/**
 * Proposes how the columns of a file become those of a component: groups by text or time, and sums of numbers.
 * Undefined if the file has too few columns of some type. The proposal may still fail: the caller has to try it.
 */
export const proposeSelection = (
  table: TableDefinition,
  fileColumns: readonly FileColumn[],
  rows: number,
): SelectionFields | undefined => {
  if (table.kind !== 'fixed') return undefined;
  const roles = rolesOf(fileColumns);
  const unpivoted = unpivotedOf(roles);
  if (!canShowGroups(table)) return unpivoted ? undefined : proposeFigure(table, roles, rows);
  if (unpivoted) return proposeNames(table, unpivoted);
  const columns = fillColumns(table, createSources(roles, rows));
  const proposed = columns ? { columns, ...orderOf(table, columns, fileColumns) } : proposeSeries(table, roles);
  return proposed && isOneCurrency(roles, proposed) ? proposed : undefined;
};
