import type { Roles } from './columns.ts';
import type { FileColumn } from './file-column.ts';
import { aggregateOf, areAlike, unitOf } from './measures.ts';

/** The keys of a csv map in dashboard.yml that select rows: `unpivot`, `columns`, `sort`, `limit`, `rest`, `unique`. */
export type SelectionFields = Readonly<Record<string, unknown>>;

/** Uses each column of the file only once; undefined if no fitting column is left. */
export type SourceOf = (name: string, type: string) => unknown;

export interface GivenFile {
  readonly columns: readonly FileColumn[];
  readonly rows: number;
  /** True if some rows add up other rows, so that nothing is added over all rows. */
  readonly hasSums: boolean;
}

/** Rows are counted if the file has no quantities. */
const MIN_COUNTED_ROWS = 10;
export const MIN_SERIES = 2;

const HAN = /\p{Script=Han}/u;

/** Returns the words of a proposal, in the language of the file. */
export const wordsOf = (columns: readonly FileColumn[]) =>
  columns.some(({ name }) => HAN.test(name)) ? { others: '其他', rows: '条' } : { others: 'Others', rows: 'rows' };

const COLORS = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16'];

const isText = (type: string): boolean => type === 'text' || type === 'freeText';

/** Groups by days in a column of text, because the text of an hour is the same on each day. */
const bucketOf = ({ reference, bucket }: FileColumn, type: string): SelectionFields => ({
  [isText(type) && bucket === 'hour' ? 'day' : bucket]: reference,
});

/** Names of component columns with a special meaning, which no group or sum can fill. */
const MEANINGFUL = new Set(['id', 'status', 'max', 'locationId', 'textAlign', 'row', 'percent']);

export const isAxis = (name: string): boolean => ['x', 'category', 'label'].includes(name);

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

export const createSources = (
  { groups, measures, time: column, units }: Roles,
  { rows, columns }: GivenFile,
): SourceOf => {
  const left = [...groups];
  let measure = 0;
  const time = createTimeSource(column);
  const take = (isWanted: (group: FileColumn) => boolean): unknown => {
    const index = left.findIndex(isWanted);
    return index === -1 ? undefined : left.splice(index, 1)[0]?.reference;
  };
  const takeGroup = (): unknown => take((group) => group === units) ?? take(() => true);
  const takeSeries = (): unknown => (time.isLeft() || left.length > 1 ? take(({ isUnique }) => !isUnique) : undefined);
  const takeMeasure = (): unknown => {
    const taken = measures[measure++];
    if (taken) return { [aggregateOf(taken, time.isLeft())]: taken.reference };
    return measure === 1 && rows >= MIN_COUNTED_ROWS ? { count: 'rows' } : undefined;
  };
  const [first] = measures;
  const unit = first ? unitOf(first) : wordsOf(columns).rows;
  return (name, type) => {
    if (MEANINGFUL.has(name)) return undefined;
    if (name === 'unit') return { constant: unit };
    if (name === 'color') return { palette: COLORS };
    if (name === 'series')
      return takeSeries() ?? (sameKind(measures).length < MIN_SERIES ? { constant: first?.name ?? unit } : undefined);
    if (isText(type)) return (isAxis(name) ? time.take(type) : undefined) ?? takeGroup();
    if (type === 'number') return isAxis(name) ? undefined : takeMeasure();
    if (type === 'time') return time.take(type);
    if (type === 'list' && groups.length > 1) return { list: groups.slice(0, 2).map(({ reference }) => reference) };
    return undefined;
  };
};

/** Returns the measures that have the unit of the first one, and are aggregated like it. */
export const sameKind = ([first, ...others]: readonly FileColumn[]): readonly FileColumn[] =>
  first ? [first, ...others.filter((one) => aggregateOf(one) === aggregateOf(first) && areAlike(one, first))] : [];

/** Makes rows of the file's columns, with `$name` and `$value`. */
export const createWideSources = ({ groups, time: column }: Roles, measures: readonly FileColumn[]): SourceOf => {
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

export const aggregateOfAll = (measures: readonly FileColumn[], isOverTime = false): 'sum' | 'average' =>
  measures.some((one) => aggregateOf(one, isOverTime) === 'average') ? 'average' : 'sum';
