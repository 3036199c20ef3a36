import { largestOf, smallestOf } from '../../../schemas/common/charts/format-number.ts';
import { createBucketText } from '../../../shared/calendar/bucket.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { isTotal } from '../../dashboard/data/total-rows.ts';
import { cellsOf, countedUnit, readTimes } from './find-dates.ts';
import { areMixed, areUnclear } from './find-forms.ts';
import type { ProbedFile } from './probe-file.ts';

/** A column of a file, described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  /** The cell of the column in each line of the header. Empty if the header is a single line. */
  readonly parts: readonly string[];
  readonly kind: 'number' | 'time' | 'text' | 'unclear' | 'mixed';
  /** True for lengths of time, whose average says more than their sum. */
  readonly isLength?: boolean;
  /** The different cells that are not blank. */
  readonly values: ReadonlySet<string>;
  readonly hasBlanks: boolean;
  /** True if no two rows have the same cell. */
  readonly isUnique: boolean;
  /** Milliseconds between the earliest and the latest time of the column; 0 if it has no times. */
  readonly spanMs: number;
  /** The spans into which the times of the column are grouped. */
  readonly bucket: 'hour' | 'day' | 'month';
}

const spanOf = (times: readonly number[]): number => largestOf(times) - smallestOf(times);

const DAY_MS = 86_400_000;
/** Longest span of times that are grouped by hours. Times over a longer span are grouped by days. */
const MAX_HOURLY_SPAN_MS = 2 * DAY_MS;
const MIN_MONTHS = 2;

/**
 * Returns the spans to group times by: months if each time is the first day of a month, days for dates or a long span
 * of time, or else hours.
 */
const bucketOf = (times: readonly number[], timezone: string): FileColumn['bucket'] => {
  const textOf = createBucketText('time', timezone);
  const texts = new Set(times.map(textOf));
  if (texts.size >= MIN_MONTHS && Array.from(texts).every((text) => text.endsWith('-01 00:00:00'))) return 'month';
  const areDays = Array.from(texts).every((text) => text.endsWith(' 00:00:00'));
  return areDays || spanOf(times) > MAX_HOURLY_SPAN_MS ? 'day' : 'hour';
};

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
  const numbers = Object.hasOwn(durations, name) ? cells.map(() => '0') : cells.map((cell) => withoutUnit(cell, units));
  if (isNumeric(numbers, decimal) && countedUnit(name, cells) === undefined)
    return { ...base, kind: 'number', isLength: Object.hasOwn(durations, name) };
  const times = readTimes(cells, createTimeReader(dates, timezone, months));
  if (!times) return { ...base, kind: 'text' };
  return { ...base, kind: 'time', spanMs: spanOf(times), bucket: bucketOf(times, timezone) };
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
  /** The column of currencies. Present if it has several currencies, because their amounts cannot be added. */
  readonly currency: FileColumn | undefined;
  /** The measures whose names are months, quarters or years, in the order of the file. */
  readonly periods: readonly FileColumn[];
}

const MIN_GROUPS = 2;
const MAX_GROUPS = 60;

/** Matches a word in the name of a column, also in `unitPrice` and `unit_price`. */
const word = (words: string, others: string): RegExp => new RegExp(`(?<![a-z])(?:${words})(?![a-z])|${others}`, 'i');

/** Matches names of number columns that identify something and measure nothing, such as `order no`. */
const IDENTIFIER = word(
  'ids?|no|nr|num|number|nummer|code|status|key|ref|sku|ean|isbn|zip|plz|postcode|phone|port|pid|line|year|index|account|konto|last4|card',
  '编号|编码|序号|号码|电话|状态|代码',
);

/** Matches names of number columns that a dashboard most likely shows, such as `total`. */
const QUANTITY = /amount|total|revenue|sales|value|visits|orders|umsatz|betrag|金额|销售|总|数量/i;

/** Matches names of number columns that have a meaningful average but no meaningful sum, such as `price`. */
const LEVEL = word(
  'rates?|ratio|quote|percent|percentage|share|scores?|rating|prices?|temp|temperature|degrees?|humidity|pressure|speed|average|avg|mean|median|' +
    'levels?|latency|duration|time|load|cpu|memory|disk|age|margin|unit|per|p\\d\\d',
  'preis|temperatur|quote(?!s)|durchschnitt|anteil|%|率|比|价|温|均|分|湿',
);

/** Matches names of numbers such as `stock`, whose sum over several times would count the same thing more than once. */
const LASTING = word(
  'users|visitors|customers|members|subscribers|employees|headcount|balance|stock|inventory',
  'besucher|kunden|bestand|saldo|用户|访客|人数|余额|库存',
);

/** Writes a blank before each word of a name such as `unitPrice`. */
const inWords = (name: string): string => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

const CURRENCY = /^(?:currency|currency code|währung|devise|moneda|币种|货币)$/i;

const isPercent = (values: ReadonlySet<string>): boolean => [...values].every((cell) => /%$/.test(cell));

/**
 * Returns the aggregate for a column of numbers: the average if their sum has no meaning.
 * @param isOverTime true if rows of several times are aggregated together.
 */
export const aggregateOf = ({ name, isLength, values }: FileColumn, isOverTime = false): 'sum' | 'average' => {
  const words = inWords(name);
  const isLevel = isLength || LEVEL.test(words) || isPercent(values) || (isOverTime && LASTING.test(words));
  return isLevel ? 'average' : 'sum';
};

const isQuantity = ({ name }: FileColumn): boolean => QUANTITY.test(name);

/** Minimum number of different values in a column of row numbers. Fewer values may be consecutive by chance. */
const MIN_COUNTED_VALUES = 5;

/** True for row numbers: different integers without a gap. */
const isSerial = ({ values, isUnique }: FileColumn): boolean => {
  const numbers = Array.from(values, Number);
  const range = largestOf(numbers) - smallestOf(numbers);
  return isUnique && values.size >= MIN_COUNTED_VALUES && numbers.every(Number.isInteger) && range === values.size - 1;
};

const isMeasure = (column: FileColumn): boolean =>
  column.kind === 'number' &&
  ![column.name, ...column.parts].some(isTotal) &&
  !IDENTIFIER.test(inWords(column.name)) &&
  (isQuantity(column) || !isSerial(column));

const isGroup = ({ kind, name, values, hasBlanks }: FileColumn): boolean =>
  (kind === 'text' || (kind === 'number' && IDENTIFIER.test(inWords(name)))) &&
  !hasBlanks &&
  values.size >= MIN_GROUPS &&
  values.size <= MAX_GROUPS;

/** Matches names of months, quarters, weeks and years. */
const PERIOD =
  /^(?:(?:19|20)\d\d(?:[-/ ]?(?:\d\d|[QW]\d\d?))?|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*\.?(?:[ -]?(?:\d\d|20\d\d))?|Q[1-4](?: (?:20)?\d\d)?|1?\d月)$/iu;

const bySize = (one: FileColumn, other: FileColumn): number =>
  one.values.size - other.values.size || Number(one.kind === 'number') - Number(other.kind === 'number');

const findCurrency = (columns: readonly FileColumn[]): FileColumn | undefined =>
  columns.find(({ kind, name, values }) => kind === 'text' && CURRENCY.test(name) && values.size > 1);

/** True if a line of the header has a month, a quarter, a week or a year in each of the given columns. */
export const arePeriods = (columns: readonly FileColumn[], line: number): boolean =>
  columns.every(({ parts }) => PERIOD.test(parts[line] ?? ''));

/** Sorts the columns of a file by their use. */
export const rolesOf = (columns: readonly FileColumn[]): Roles => ({
  groups: columns.filter(isGroup).toSorted(bySize),
  currency: findCurrency(columns),
  measures: columns.filter(isMeasure).toSorted((a, b) => Number(isQuantity(b)) - Number(isQuantity(a))),
  time: columns.find(({ kind }) => kind === 'time'),
  periods: columns.filter((column) => column.kind === 'number' && PERIOD.test(column.name)),
});
