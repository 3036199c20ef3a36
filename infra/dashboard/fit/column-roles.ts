import { largestOf, smallestOf } from '../../../schemas/common/charts/extremes.ts';
import type { FileColumn } from './describe-columns.ts';

/** Columns of a file by their use. */
export interface Roles {
  /** Texts to group by, those with few different values first. */
  readonly groups: readonly FileColumn[];
  /** Columns of quantities, the likeliest first. */
  readonly measures: readonly FileColumn[];
  readonly time: FileColumn | undefined;
}

const MIN_GROUPS = 2;
const MAX_GROUPS = 60;

/** Names of numbers that are no quantities. */
const IDENTIFIER = /(^|[^a-z])(id|no|nr|number|code|zip|postcode|phone|line|year)([^a-z]|$)|编号|编码|序号|号码|电话/i;

/** Names of numbers that are most likely shown. */
const QUANTITY = /amount|total|revenue|sales|value|visits|orders|umsatz|betrag|金额|销售|总|数量/i;

/** Names of numbers whose total has no meaning. */
const LEVEL =
  /rate|ratio|percent|share|score|price|temp|average|avg|mean|level|latency|load|cpu|memory|disk|%|率|比|价|温|分/i;

/** Returns the word for the total of a column's numbers, or for their mean where a total has no meaning. */
export const aggregateOf = ({ name }: FileColumn): 'sum' | 'average' => (LEVEL.test(name) ? 'average' : 'sum');

const isQuantity = ({ name }: FileColumn): boolean => QUANTITY.test(name);

/** A shorter column counts up by chance. */
const MIN_COUNTED_VALUES = 5;

/** True for numbers that count rows: each is one more than another. */
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
