import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { FixedTable } from '../../../shared/tabular/define-table.ts';
import type { FileColumn } from './describe-columns.ts';

/** The keys of a csv map in dashboard.yml that select rows: `columns`, `sort`, `limit`, `rest`. */
export type SelectionFields = Readonly<Record<string, unknown>>;

/** Columns of a file by their use. */
interface Roles {
  /** Texts to group by, those with few different values first. */
  readonly groups: readonly FileColumn[];
  readonly measures: readonly FileColumn[];
  readonly time: FileColumn | undefined;
}

const MIN_GROUPS = 2;
const MAX_GROUPS = 60;
const DAY_MS = 86_400_000;
/** Times over a longer span are grouped by days, others by hours. */
const MAX_HOURLY_SPAN_MS = 2 * DAY_MS;
/** Groups that a chart shows; the others are its last one. */
const MAX_SHOWN = 6;
/** A file without quantities is a list of events from this number of rows on; they are counted. */
const MIN_COUNTED_ROWS = 10;
const COLORS = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16'];

/** Names of numbers that are no quantities. */
const IDENTIFIER = /(^|[^a-z])(id|no|nr|number|code|zip|postcode|phone|line|year)([^a-z]|$)|编号|编码|序号|号码|电话/i;

/** Names of numbers that are most likely shown. */
const QUANTITY = /amount|total|revenue|sales|value|visits|umsatz|betrag|金额|销售|总|数量/i;

const isMeasure = ({ name, kind }: FileColumn): boolean => kind === 'number' && !IDENTIFIER.test(name);

const isGroup = ({ kind, distinct, name, hasBlanks }: FileColumn): boolean =>
  kind === 'text' && name !== '' && !hasBlanks && distinct >= MIN_GROUPS && distinct <= MAX_GROUPS;

const rolesOf = (columns: readonly FileColumn[]): Roles => ({
  groups: columns.filter(isGroup).toSorted((a, b) => a.distinct - b.distinct),
  measures: columns.filter(isMeasure).toSorted((a, b) => Number(QUANTITY.test(b.name)) - Number(QUANTITY.test(a.name))),
  time: columns.find(({ kind }) => kind === 'time'),
});

const bucketOf = ({ name, spanMs }: FileColumn): SelectionFields =>
  spanMs > MAX_HOURLY_SPAN_MS ? { day: name } : { hour: name };

/** Columns of components that no group or sum can fill. */
const MEANINGFUL = new Set(['id', 'status', 'max', 'locationId', 'textAlign', 'row', 'percent']);

const isAxis = (name: string): boolean => ['x', 'category', 'label'].includes(name);

/** Takes the columns of the file one after another for the columns of a component. */
const createSources = ({ groups, measures, time }: Roles, rows: number) => {
  let [group, measure, isTimeUsed] = [0, 0, false];
  const takeGroup = (): unknown => groups[group++]?.name;
  const takeMeasure = (): unknown => {
    const taken = measures[measure++];
    if (taken) return { sum: taken.name };
    return measure === 1 && rows >= MIN_COUNTED_ROWS ? { count: 'rows' } : undefined;
  };
  const takeTime = (): unknown => {
    if (!time || isTimeUsed) return undefined;
    isTimeUsed = true;
    return bucketOf(time);
  };
  const unit = measures[0]?.name ?? 'rows';
  return (name: string, type: string): unknown => {
    if (MEANINGFUL.has(name)) return undefined;
    if (name === 'unit') return { constant: unit };
    if (name === 'color') return { palette: COLORS };
    if (type === 'text' || type === 'freeText') return (isAxis(name) ? takeTime() : undefined) ?? takeGroup();
    if (type === 'number') return isAxis(name) ? undefined : takeMeasure();
    if (type === 'time') return takeTime();
    if (type === 'list' && groups.length >= MIN_GROUPS) return { list: groups.slice(0, 2).map((one) => one.name) };
    return undefined;
  };
};

type Columns = Readonly<Record<string, unknown>>;

const typeOf = ({ columns }: FixedTable, name: string): string | undefined => columns[name]?.type;

/** Sorts by the axis, or shows the largest groups and sums up the others. */
const orderOf = (table: FixedTable, columns: Columns, fileColumns: readonly FileColumn[]): SelectionFields => {
  const names = Object.keys(columns);
  const axis = names.find(isAxis);
  if (axis !== undefined) return { sort: names.includes('series') ? [axis, 'series'] : axis };
  const value = names.find((name) => typeOf(table, name) === 'number');
  const groups = names.filter((name) => typeof columns[name] === 'string');
  if (value === undefined || groups.length === 0) return {};
  const sort = { sort: `-${value}` };
  const isLong = fileColumns.some(({ name, distinct }) => columns[groups[0] ?? ''] === name && distinct > MAX_SHOWN);
  return groups.length === 1 && isLong ? { ...sort, limit: MAX_SHOWN, rest: 'Others' } : sort;
};

/** True if a component can show groups: it takes several rows, and a quantity. */
const canShowGroups = ({ columns, rowCount }: FixedTable): boolean =>
  rowCount.max === undefined && Object.values(columns).some(({ type }) => type === 'number');

/**
 * Proposes how the columns of a file become those of a component: groups by text or time, and sums of numbers. Undefined if
 * the file has too few columns of some type. The result has still to be tried.
 */
export const proposeSelection = (
  table: Shape['tables'][string],
  fileColumns: readonly FileColumn[],
  rows: number,
): SelectionFields | undefined => {
  if (table.kind !== 'fixed' || !canShowGroups(table)) return undefined;
  const names = fileColumns.map(({ name }) => name);
  if (new Set(names).size < names.length) return undefined;
  const sourceOf = createSources(rolesOf(fileColumns), rows);
  const columns: Record<string, unknown> = {};
  for (const [name, { type, blank }] of Object.entries(table.columns)) {
    if (blank === 'omitted') continue;
    const source = sourceOf(name, type);
    if (source === undefined) return undefined;
    columns[name] = source;
  }
  return { columns, ...orderOf(table, columns, fileColumns) };
};
