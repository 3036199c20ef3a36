import type { FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import {
  aggregateOfAll,
  createSources,
  createWideSources,
  type GivenFile,
  isAxis,
  MIN_SERIES,
  type SelectionFields,
  type SourceOf,
  sameKind,
  wordsOf,
} from './column-sources.ts';
import { arePeriods, type Roles, rolesOf } from './columns.ts';
import type { FileColumn } from './file-column.ts';
import { isOfEachThing } from './measures.ts';

/** The last group sums up all other groups. */
const MAX_SHOWN = 6;
/** A viewer cannot distinguish more measures in one chart. */
const MAX_SERIES = 8;

type Columns = Readonly<Record<string, unknown>>;

/** Returns undefined if one of the columns has no source. */
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
  if (groups.length !== 1 || !isLong) return sort;
  const isAverage = Object.hasOwn(Object(columns[value]), 'average');
  return { ...sort, limit: MAX_SHOWN, ...(!isAverage && { rest: wordsOf(fileColumns).others }) };
};

/** True if it accepts several rows and has a column of numbers. */
const canShowGroups = ({ columns, rowCount }: FixedTable): boolean =>
  rowCount.max === undefined && Object.values(columns).some(({ type }) => type === 'number');

/** Shows each measure of a wide file, such as a log, as a series. */
const proposeSeries = (table: FixedTable, roles: Roles): SelectionFields | undefined => {
  const measures = sameKind(roles.measures).slice(0, MAX_SERIES);
  if (!('series' in table.columns) || measures.length < MIN_SERIES) return undefined;
  const columns = fillColumns(table, createWideSources(roles, measures));
  if (!columns) return undefined;
  return { unpivot: measures.map(({ reference }) => reference), columns, ...orderOf(table, columns, []) };
};

const MIN_PERIODS = 3;

/** The columns that become rows, and the names of these rows on the axis and in the legend. */
interface Unpivoted {
  readonly measures: readonly FileColumn[];
  readonly axis: string;
  readonly series: string | number | undefined;
}

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

/** Returns columns named after months or years, or all measures below a header of several lines. */
const unpivotedOf = ({ measures: all, periods, groups }: Roles): Unpivoted | undefined => {
  const group = groups[0]?.reference;
  const measures = sameKind(all);
  const lines = measures[0]?.parts.length ?? 0;
  if (lines === 2 && arePeriods(measures, 1)) return { measures, axis: '$name2', series: '$name1' };
  if (lines === 2) return { measures, axis: '$name1', series: '$name2' };
  if (lines > 2) return { measures, axis: '$name', series: group };
  return periods.length >= MIN_PERIODS ? { measures: periods, axis: '$name', series: group } : undefined;
};

/** True if the rows have one unit, no sums, and no average over different things. */
const hasFigure = ({ units, measures: [first] }: Roles, { columns, hasSums }: GivenFile): boolean => {
  const areThings = columns.some(({ kind, values }) => kind === 'text' && values.size > 1);
  return !units && !hasSums && !(first && areThings && isOfEachThing(first));
};

/** Proposes one figure: the first measure of all rows, or their number. */
const proposeFigure = ({ columns }: FixedTable, roles: Roles, file: GivenFile): SelectionFields | undefined => {
  if (!('value' in columns) || !hasFigure(roles, file)) return undefined;
  const sourceOf = createSources({ ...roles, groups: [] }, file);
  const filled = Object.entries(columns).map(([name, { type }]) => [name, sourceOf(name, type)] as const);
  return filled.every(([, source]) => source !== undefined) ? { columns: Object.fromEntries(filled) } : undefined;
};

/** True unless amounts of several currencies or units would be added. */
const isOneUnit = ({ units }: Roles, { columns, unpivot }: SelectionFields): boolean =>
  !units || (unpivot === undefined && Object.values(columns ?? {}).includes(units.reference));

/** Leaves out groups of different things if the first measure, such as a price, belongs to a single thing. */
const groupsOf = ({ groups, measures: [first] }: Roles): Roles['groups'] => {
  const things = groups.filter(({ kind, isUnique }) => kind === 'text' && isUnique);
  return first && isOfEachThing(first) && things.length > 0 ? things : groups;
};

const proposeGroups = (table: FixedTable, roles: Roles, file: GivenFile): SelectionFields | undefined => {
  const columns = fillColumns(table, createSources({ ...roles, groups: groupsOf(roles) }, file));
  return columns ? { columns, ...orderOf(table, columns, file.columns) } : proposeSeries(table, roles);
};

/** True if some rows are sums of others, and no column has a name for each row. */
const addsSums = ({ columns: all, hasSums }: GivenFile, { columns, rest }: SelectionFields): boolean => {
  const taken = Object.values(columns ?? {});
  const isEachRow = all.some(
    ({ kind, isUnique, reference }) => kind === 'text' && isUnique && taken.includes(reference),
  );
  return hasSums && (!isEachRow || rest !== undefined);
};

/** Returns undefined without columns of the needed types. The proposal may still fail: the caller has to try it. */
export const proposeSelection = (table: TableDefinition, file: GivenFile): SelectionFields | undefined => {
  if (table.kind !== 'fixed') return undefined;
  const roles = rolesOf(file.columns);
  const unpivoted = unpivotedOf(roles);
  if (!canShowGroups(table)) return unpivoted ? undefined : proposeFigure(table, roles, file);
  const proposed = unpivoted ? proposeNames(table, unpivoted) : proposeGroups(table, roles, file);
  return proposed && isOneUnit(roles, proposed) && !addsSums(file, proposed) ? proposed : undefined;
};
