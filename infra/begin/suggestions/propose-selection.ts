import type { FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import { aggregateOf, type FileColumn, type Roles, rolesOf } from './describe-columns.ts';

/** The keys of a csv map in dashboard.yml that select rows: `unpivot`, `columns`, `sort`, `limit`, `rest`, `unique`. */
export type SelectionFields = Readonly<Record<string, unknown>>;

/**
 * Returns the source for a column of a component, and does not use the same column of the file again. Undefined if no
 * column of the file is left for it.
 */
type SourceOf = (name: string, type: string) => unknown;

const DAY_MS = 86_400_000;
/** Longest span of times that are grouped by hours. Times over a longer span are grouped by days. */
const MAX_HOURLY_SPAN_MS = 2 * DAY_MS;
/** Maximum number of groups that a chart shows. The last group sums up all other groups. */
const MAX_SHOWN = 6;
/**
 * Minimum number of rows in a list of events. The rows of a file without quantities are counted if there are at least
 * as many.
 */
const MIN_COUNTED_ROWS = 10;
/** Maximum number of measures that a viewer can distinguish in one chart. */
const MAX_SERIES = 8;
const COLORS = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16'];

const isText = (type: string): boolean => type === 'text' || type === 'freeText';

/** Groups by days in a column of text, where the same hour of two days would be one group. */
const bucketOf = ({ reference, spanMs }: FileColumn, type: string): SelectionFields =>
  isText(type) || spanMs > MAX_HOURLY_SPAN_MS ? { day: reference } : { hour: reference };

/** Names of component columns with a special meaning, which no group or sum can fill. */
const MEANINGFUL = new Set(['id', 'status', 'max', 'locationId', 'textAlign', 'row', 'percent']);

const isAxis = (name: string): boolean => ['x', 'category', 'label'].includes(name);

const createTimeSource = (time: FileColumn | undefined): ((type: string) => unknown) => {
  let isUsed = false;
  return (type) => {
    if (!time || isUsed) return undefined;
    isUsed = true;
    return bucketOf(time, type);
  };
};

/** Creates column sources: groups by text or time, and sums of numbers. */
const createSources = ({ groups, measures, time }: Roles, rows: number): SourceOf => {
  let [group, measure] = [0, 0];
  const takeTime = createTimeSource(time);
  const takeGroup = (): unknown => groups[group++]?.reference;
  const takeMeasure = (): unknown => {
    const taken = measures[measure++];
    if (taken) return { [aggregateOf(taken)]: taken.reference };
    return measure === 1 && rows >= MIN_COUNTED_ROWS ? { count: 'rows' } : undefined;
  };
  const unit = measures[0]?.name ?? 'rows';
  return (name, type) => {
    if (MEANINGFUL.has(name)) return undefined;
    if (name === 'unit') return { constant: unit };
    if (name === 'color') return { palette: COLORS };
    if (name === 'series') return takeGroup() ?? (time && measures.length < 2 ? { constant: unit } : undefined);
    if (isText(type)) return (isAxis(name) ? takeTime(type) : undefined) ?? takeGroup();
    if (type === 'number') return isAxis(name) ? undefined : takeMeasure();
    if (type === 'time') return takeTime(type);
    if (type === 'list' && groups.length > 1) return { list: groups.slice(0, 2).map(({ reference }) => reference) };
    return undefined;
  };
};

/**
 * Creates column sources for several measures as series. The columns of the file become rows, with `$name` and
 * `$value`.
 */
const createWideSources = ({ groups, time }: Roles, measures: readonly FileColumn[]): SourceOf => {
  const takeTime = createTimeSource(time);
  const aggregate = measures.map(aggregateOf).find((one) => one === 'average') ?? 'sum';
  let isValueUsed = false;
  return (name, type) => {
    if (name === 'series') return '$name';
    if (isAxis(name) && isText(type)) return takeTime(type) ?? groups[0]?.reference;
    if (type === 'time') return takeTime(type);
    if (type !== 'number' || isAxis(name) || isValueUsed) return undefined;
    isValueUsed = true;
    return { [aggregate]: '$value' };
  };
};

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
  const measures = roles.measures.slice(0, MAX_SERIES);
  if (!('series' in table.columns) || measures.length < 2) return undefined;
  const columns = fillColumns(table, createWideSources(roles, measures));
  if (!columns) return undefined;
  return { unpivot: measures.map(({ reference }) => reference), columns, ...orderOf(table, columns, []) };
};

/** Minimum number of months or years in a file that has a column for each of them. */
const MIN_PERIODS = 3;

/** Proposes to show all months or years of a pivot on the axis, in the order of the file. */
const proposePeriods = (table: FixedTable, { groups, periods }: Roles): SelectionFields | undefined => {
  const [group] = groups;
  const axis = Object.keys(table.columns).find(isAxis);
  const isText = axis !== undefined && table.columns[axis]?.type === 'text';
  if (!isText || !('series' in table.columns) || !group) return undefined;
  const columns = fillColumns(table, (name, type) => {
    if (name === 'series') return group.reference;
    if (name === axis) return '$name';
    return type === 'number'
      ? { [periods.map(aggregateOf).includes('average') ? 'average' : 'sum']: '$value' }
      : undefined;
  });
  return columns && { unpivot: periods.map(({ reference }) => reference), columns };
};

/**
 * Proposes how the columns of a file become those of a component: groups by text or time, and sums of numbers.
 * Undefined if the file has too few columns of some type. The proposal may still fail: the caller has to try it.
 */
export const proposeSelection = (
  table: TableDefinition,
  fileColumns: readonly FileColumn[],
  rows: number,
): SelectionFields | undefined => {
  if (table.kind !== 'fixed' || !canShowGroups(table)) return undefined;
  const roles = rolesOf(fileColumns);
  if (roles.periods.length >= MIN_PERIODS) return proposePeriods(table, roles);
  const columns = fillColumns(table, createSources(roles, rows));
  return columns ? { columns, ...orderOf(table, columns, fileColumns) } : proposeSeries(table, roles);
};
