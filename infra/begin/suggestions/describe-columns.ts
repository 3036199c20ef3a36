import { largestOf, smallestOf } from '../../../schemas/common/charts/format-number.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { cellsOf, countedUnit, readTimes } from './find-dates.ts';
import type { ProbedFile } from './probe-file.ts';

/** A column of a file, described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  readonly kind: 'number' | 'time' | 'text';
  /** The different cells that are not blank. */
  readonly values: ReadonlySet<string>;
  readonly hasBlanks: boolean;
  /** Milliseconds between the earliest and the latest time of the column; 0 if it has no times. */
  readonly spanMs: number;
}

const spanOf = (times: readonly number[]): number => largestOf(times) - smallestOf(times);

const isNumeric = (cells: readonly string[], decimal: '.' | ',' = '.'): boolean =>
  cells.length > 0 && cells.every((cell) => parseNumber(cell, decimal) !== undefined);

/** True if exactly one column has this name in the header. */
const isOwn = (name: string, { header, format }: ProbedFile): boolean =>
  format.header !== 'none' && name !== '' && header.filter((one) => one.trim() === name).length === 1;

const describeColumn = (name: string, index: number, probed: ProbedFile, timezone: string): FileColumn => {
  const { decimal, dates } = probed.format;
  const cells = cellsOf(probed, index);
  const isNamed = isOwn(name, probed);
  const base = {
    name: isNamed ? name : `column ${index + 1}`,
    reference: isNamed ? name : index + 1,
    values: new Set(cells),
    hasBlanks: cells.length < probed.rows.length,
    spanMs: 0,
  };
  if (isNumeric(cells, decimal) && countedUnit(name, cells) === undefined) return { ...base, kind: 'number' };
  const times = readTimes(cells, createTimeReader(dates, timezone));
  return times ? { ...base, kind: 'time', spanMs: spanOf(times) } : { ...base, kind: 'text' };
};

/** Describes the columns of a file by their first rows. */
export const describeColumns = (probed: ProbedFile, timezone: string): readonly FileColumn[] =>
  probed.header.map((name, index) => describeColumn(name.trim(), index, probed, timezone));

/** Columns of a file by their use. */
export interface Roles {
  /** Texts to group by, those with few different values first. */
  readonly groups: readonly FileColumn[];
  /** Columns of numbers to sum or average, the most likely ones first. */
  readonly measures: readonly FileColumn[];
  readonly time: FileColumn | undefined;
}

const MIN_GROUPS = 2;
const MAX_GROUPS = 60;

/** Matches names of number columns that identify something and measure nothing, such as `order no`. */
const IDENTIFIER = /(^|[^a-z])(id|no|nr|number|code|zip|postcode|phone|line|year)([^a-z]|$)|编号|编码|序号|号码|电话/i;

/** Matches names of number columns that a dashboard most likely shows, such as `total`. */
const QUANTITY = /amount|total|revenue|sales|value|visits|orders|umsatz|betrag|金额|销售|总|数量/i;

/** Matches names of number columns that have a meaningful average but no meaningful sum, such as `price`. */
const LEVEL =
  /rate|ratio|percent|share|score|price|temp|average|avg|mean|level|latency|load|cpu|memory|disk|%|率|比|价|温|分/i;

/** Returns the aggregate for a column of numbers: the average if their sum has no meaning. */
export const aggregateOf = ({ name }: FileColumn): 'sum' | 'average' => (LEVEL.test(name) ? 'average' : 'sum');

const isQuantity = ({ name }: FileColumn): boolean => QUANTITY.test(name);

/** Minimum number of different values in a column of row numbers. Fewer values may be consecutive by chance. */
const MIN_COUNTED_VALUES = 5;

/** True for row numbers: different integers without a gap. */
const isSerial = ({ values }: FileColumn): boolean => {
  const numbers = Array.from(values, Number);
  const range = largestOf(numbers) - smallestOf(numbers);
  return values.size >= MIN_COUNTED_VALUES && numbers.every(Number.isInteger) && range === values.size - 1;
};

const isMeasure = (column: FileColumn): boolean =>
  column.kind === 'number' && !IDENTIFIER.test(column.name) && (isQuantity(column) || !isSerial(column));

const isGroup = ({ kind, values, hasBlanks }: FileColumn): boolean =>
  kind === 'text' && !hasBlanks && values.size >= MIN_GROUPS && values.size <= MAX_GROUPS;

/** Sorts the columns of a file by their use. */
export const rolesOf = (columns: readonly FileColumn[]): Roles => ({
  groups: columns.filter(isGroup).toSorted((a, b) => a.values.size - b.values.size),
  measures: columns.filter(isMeasure).toSorted((a, b) => Number(isQuantity(b)) - Number(isQuantity(a))),
  time: columns.find(({ kind }) => kind === 'time'),
});
