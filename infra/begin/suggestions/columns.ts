import { largestOf, smallestOf } from '../../../schemas/common/charts/format-number.ts';
import { createBucketText } from '../../../shared/calendar/bucket.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { isTotal } from '../../dashboard/data/total-rows.ts';
import type { FileColumn } from './file-column.ts';
import { cellsOf, countedUnit, readTimes } from './find-dates.ts';
import { areMixed, areUnclear } from './find-forms.ts';
import { isIdentifier, isQuantity, stateOf } from './measures.ts';
import type { ProbedFile } from './probe-file.ts';

const spanOf = (times: readonly number[]): number => largestOf(times) - smallestOf(times);

const DAY_MS = 86_400_000;
/** Times over a longer span are grouped by days. */
const MAX_HOURLY_SPAN_MS = 2 * DAY_MS;
const MIN_MONTHS = 2;

/** Returns months if each time is the first day of one, days for dates or a long span, or else hours. */
const bucketOf = (times: readonly number[], timezone: string): FileColumn['bucket'] => {
  const textOf = createBucketText('time', timezone);
  const texts = new Set(times.map(textOf));
  if (texts.size >= MIN_MONTHS && Array.from(texts).every((text) => text.endsWith('-01 00:00:00'))) return 'month';
  const areDays = Array.from(texts).every((text) => text.endsWith(' 00:00:00'));
  return areDays || spanOf(times) > MAX_HOURLY_SPAN_MS ? 'day' : 'hour';
};

const isNumeric = (cells: readonly string[], decimal: '.' | ',' = '.'): boolean =>
  cells.length > 0 && cells.every((cell) => parseNumber(cell, decimal) !== undefined);

/** Matches codes such as `12E3`, which programs also read as powers of ten. */
const CODE = /^\d+E\d+$/i;

const isOwn = (name: string, { header, format }: ProbedFile): boolean =>
  format.header !== 'none' && name !== '' && header.filter((one) => one.trim() === name).length === 1;

const withoutUnit = (cell: string, units: Readonly<Record<string, number>>): string => {
  const unit = Object.keys(units).find((one) => cell.endsWith(one));
  return unit === undefined ? cell : cell.slice(0, -unit.length).trim();
};

/** Returns the unit whose factor is 1. Undefined if the cells have none. */
const unitBehind = (cells: readonly string[], units: Readonly<Record<string, number>>): string | undefined => {
  const has = (unit: string) => cells.some((cell) => cell.endsWith(unit));
  const names = Object.keys(units);
  return names.some(has) ? names.find((unit) => units[unit] === 1 && (has(unit) || names.length > 1)) : undefined;
};

const describeColumn = (name: string, index: number, probed: ProbedFile, timezone: string): FileColumn => {
  const { decimal, dates, months, blank = [], units = {}, durations = {} } = probed.format;
  const cells = cellsOf(probed, index).filter((cell) => !blank.includes(cell));
  const isNamed = isOwn(name, probed);
  const base = {
    name: isNamed ? name : `column ${index + 1}`,
    reference: isNamed ? name : index + 1,
    parts: (probed.headerLines ?? []).map((line) => (line[index] ?? '').trim()),
    values: new Set(cells),
    hasBlanks: cells.length < probed.rows.length && !(probed.format.fillDown ?? []).includes(name),
    isUnique: new Set(cells).size === probed.rows.length,
    spanMs: 0,
    bucket: 'day' as const,
  };
  if (areUnclear(cells, probed.delimiter, decimal)) return { ...base, kind: 'unclear' };
  if (!('%' in units) && areMixed(cells, decimal)) return { ...base, kind: 'mixed' };
  const isLength = Object.hasOwn(durations, name);
  const numbers = isLength ? cells.map(() => '0') : cells.map((cell) => withoutUnit(cell, units));
  const isCode = !isLength && cells.some((cell) => CODE.test(cell));
  if (!isCode && isNumeric(numbers, decimal) && countedUnit(name, cells) === undefined) {
    const unit = isLength ? 'min' : unitBehind(cells, units);
    return { ...base, kind: 'number', isLength, ...(unit !== undefined && { unit }) };
  }
  const times = readTimes(cells, createTimeReader(dates, timezone, months));
  if (!times) return { ...base, kind: 'text' };
  return { ...base, kind: 'time', spanMs: spanOf(times), bucket: bucketOf(times, timezone) };
};

export const describeColumns = (probed: ProbedFile, timezone: string): readonly FileColumn[] =>
  probed.header.map((name, index) => describeColumn(name.trim(), index, probed, timezone));

export interface Roles {
  /** Columns with few different values come first. */
  readonly groups: readonly FileColumn[];
  /** Columns to sum or average, the most likely ones first. */
  readonly measures: readonly FileColumn[];
  readonly time: FileColumn | undefined;
  /** The column of currencies or units. Present if it has several, because their amounts cannot be added. */
  readonly units: FileColumn | undefined;
  /** Months, quarters or years, in the order of the file. */
  readonly periods: readonly FileColumn[];
}

const MIN_GROUPS = 2;
const MAX_GROUPS = 60;

const UNITS = /^(?:currency|currency code|währung|devise|moneda|币种|货币|units?|uom|einheit|计量单位|单位)$/i;

/** Fewer values may be consecutive by chance. */
const MIN_COUNTED_VALUES = 5;

/** True for different integers without a gap. */
const isSerial = ({ values, isUnique }: FileColumn): boolean => {
  const numbers = Array.from(values, Number);
  const range = largestOf(numbers) - smallestOf(numbers);
  return isUnique && values.size >= MIN_COUNTED_VALUES && numbers.every(Number.isInteger) && range === values.size - 1;
};

const isMeasure = (column: FileColumn): boolean =>
  column.kind === 'number' &&
  ![column.name, ...column.parts].some(isTotal) &&
  !isIdentifier(column) &&
  (isQuantity(column) || !isSerial(column));

const isGroup = (column: FileColumn): boolean =>
  (column.kind === 'text' || (column.kind === 'number' && isIdentifier(column))) &&
  !column.hasBlanks &&
  column.values.size >= MIN_GROUPS &&
  column.values.size <= MAX_GROUPS;

const PERIOD =
  /^(?:(?:19|20)\d\d(?:[-/ ]?(?:\d\d|[QW]\d\d?))?|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*\.?(?:[ -]?(?:\d\d|20\d\d))?|Q[1-4](?: (?:20)?\d\d)?|1?\d月)$/iu;

const bySize = (one: FileColumn, other: FileColumn): number =>
  one.values.size - other.values.size || Number(one.kind === 'number') - Number(other.kind === 'number');

/** True for a column of names such as `temperature` and `humidity`, whose figures have different units. */
const namesStates = ({ values }: FileColumn): boolean =>
  new Set([...values].map(stateOf).filter((state) => state !== undefined)).size > 1;

const findUnits = (columns: readonly FileColumn[]): FileColumn | undefined =>
  columns.find((one) => one.kind === 'text' && one.values.size > 1 && (UNITS.test(one.name) || namesStates(one)));

/** True if a line of the header has a month, a quarter, a week or a year in each of the given columns. */
export const arePeriods = (columns: readonly FileColumn[], line: number): boolean =>
  columns.every(({ parts }) => PERIOD.test(parts[line] ?? ''));

export const rolesOf = (columns: readonly FileColumn[]): Roles => ({
  groups: columns.filter(isGroup).toSorted(bySize),
  units: findUnits(columns),
  measures: columns.filter(isMeasure).toSorted((a, b) => Number(isQuantity(b)) - Number(isQuantity(a))),
  time: columns.find(({ kind }) => kind === 'time'),
  periods: columns.filter((column) => column.kind === 'number' && PERIOD.test(column.name)),
});
