import { largestOf, smallestOf } from '../../../schemas/common/charts/format-number.ts';
import { isTotal } from '../../dashboard/data/total-rows.ts';
import type { FileColumn } from './describe-columns.ts';

/** Columns of a file by their use. */
export interface Roles {
  /** Texts to group by, those with few different values first. */
  readonly groups: readonly FileColumn[];
  /** Columns of numbers to sum or average, the most likely ones first. */
  readonly measures: readonly FileColumn[];
  readonly time: FileColumn | undefined;
  /** The column of currencies, if it has several: amounts have a sum in each of them, and none in all. */
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

/** Matches names of numbers that hold at a time: their sum over several times counts the same thing more than once. */
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

/** True if a line of the header names a month, a quarter, a week or a year for each of some columns. */
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
