import { largestOf, smallestOf } from '../../../schemas/common/charts/format-number.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { isTotal } from '../../dashboard/data/total-rows.ts';
import { cellsOf, countedUnit, readTimes } from './find-dates.ts';
import { areUnclear } from './find-forms.ts';
import type { ProbedFile } from './probe-file.ts';

/** A column of a file, described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  readonly kind: 'number' | 'time' | 'text' | 'unclear';
  /** True for lengths of time, whose average says more than their sum. */
  readonly isLength?: boolean;
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

const withoutUnit = (cell: string, units: Readonly<Record<string, number>>): string => {
  const unit = Object.keys(units).find((one) => cell.endsWith(one));
  return unit === undefined ? cell : cell.slice(0, -unit.length).trim();
};

const describeColumn = (name: string, index: number, probed: ProbedFile, timezone: string): FileColumn => {
  const { decimal, dates, blank = [], units = {}, durations = {} } = probed.format;
  const cells = cellsOf(probed, index).filter((cell) => !blank.includes(cell));
  const isNamed = isOwn(name, probed);
  const base = {
    name: isNamed ? name : `column ${index + 1}`,
    reference: isNamed ? name : index + 1,
    values: new Set(cells),
    hasBlanks: cells.length < probed.rows.length && !(probed.format.fillDown ?? []).includes(name),
    spanMs: 0,
  };
  if (areUnclear(cells, probed.delimiter, decimal)) return { ...base, kind: 'unclear' };
  const numbers = name in durations ? cells.map(() => '0') : cells.map((cell) => withoutUnit(cell, units));
  if (isNumeric(numbers, decimal) && countedUnit(name, cells) === undefined)
    return { ...base, kind: 'number', isLength: name in durations };
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
  /** The measures whose names are months, quarters or years, in the order of the file. */
  readonly periods: readonly FileColumn[];
}

const MIN_GROUPS = 2;
const MAX_GROUPS = 60;

/** Matches names of number columns that identify something and measure nothing, such as `order no`. */
const IDENTIFIER =
  /(^|[^a-z])(id|ids|no|nr|num|number|nummer|code|status|key|ref|sku|ean|isbn|zip|plz|postcode|phone|port|pid|line|year|index|account|konto)([^a-z]|$)|编号|编码|序号|号码|电话|状态|代码/i;

/** Matches names of number columns that a dashboard most likely shows, such as `total`. */
const QUANTITY = /amount|total|revenue|sales|value|visits|orders|umsatz|betrag|金额|销售|总|数量/i;

/** Matches names of number columns that have a meaningful average but no meaningful sum, such as `price`. */
const LEVEL =
  /rate|ratio|quote|percent|share|score|price|preis|temp|degree|humidity|average|avg|mean|median|level|latency|duration|time|load|cpu|memory|disk|%|率|比|价|温|分|湿/i;

const isPercent = (values: ReadonlySet<string>): boolean => [...values].every((cell) => /%$/.test(cell));

/** Returns the aggregate for a column of numbers: the average if their sum has no meaning. */
export const aggregateOf = ({ name, isLength, values }: FileColumn): 'sum' | 'average' =>
  isLength || LEVEL.test(name) || isPercent(values) ? 'average' : 'sum';

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
  column.kind === 'number' &&
  !isTotal(column.name) &&
  !IDENTIFIER.test(column.name) &&
  (isQuantity(column) || !isSerial(column));

const isGroup = ({ kind, name, values, hasBlanks }: FileColumn): boolean =>
  (kind === 'text' || (kind === 'number' && IDENTIFIER.test(name))) &&
  !hasBlanks &&
  values.size >= MIN_GROUPS &&
  values.size <= MAX_GROUPS;

/** Matches names of columns that are months, quarters, weeks or years. */
const PERIOD =
  /^(?:(?:19|20)\d\d(?:[-/ ]?(?:\d\d|[QW]\d\d?))?|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*\.?(?:[ -]?(?:\d\d|20\d\d))?|Q[1-4](?: (?:20)?\d\d)?|1?\d月)$/iu;

/** Sorts the columns of a file by their use. */
export const rolesOf = (columns: readonly FileColumn[]): Roles => ({
  groups: columns.filter(isGroup).toSorted((a, b) => a.values.size - b.values.size),
  measures: columns.filter(isMeasure).toSorted((a, b) => Number(isQuantity(b)) - Number(isQuantity(a))),
  time: columns.find(({ kind }) => kind === 'time'),
  periods: columns.filter((column) => column.kind === 'number' && PERIOD.test(column.name)),
});
