import { largestOf, smallestOf } from '../../../schemas/common/charts/extremes.ts';
import type { FileColumn } from './describe-columns.ts';

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
