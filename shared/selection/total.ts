import type { Length } from '../tabular/parse-duration.ts';
import { addSum, addTo, averageOf, createSum, type ExactSum, totalOf } from './exact-sum.ts';

export interface Total {
  count: number;
  readonly sum: ExactSum;
  /** In milliseconds, by the unit in which lengths of time are read. Undefined if there are none. */
  lengths: Map<number, ExactSum> | undefined;
}

export const createTotal = (): Total => ({ count: 0, sum: createSum(), lengths: undefined });

const lengthsIn = (total: Total, unitMs: number): ExactSum => {
  total.lengths ??= new Map();
  const known = total.lengths.get(unitMs) ?? createSum();
  total.lengths.set(unitMs, known);
  return known;
};

export const addLength = (total: Total, { ms, unitMs }: Length): void => addTo(lengthsIn(total, unitMs), ms);

export const addTotal = (into: Total, { count, sum, lengths }: Total): void => {
  into.count += count;
  addSum(into.sum, sum);
  for (const [unitMs, other] of lengths ?? []) addSum(lengthsIn(into, unitMs), other);
};

/** Lengths of time are added in their units. */
const withLengths = ({ sum, lengths }: Total): ExactSum => {
  const all = createSum();
  addSum(all, sum);
  for (const [unitMs, other] of lengths ?? []) addTo(all, averageOf(other, unitMs));
  return all;
};

/** Returns the only unit of a total that has nothing but lengths of time, with their sum in milliseconds. */
const onlyLengths = ({ sum, lengths }: Total): readonly [number, ExactSum] | undefined => {
  const [first, ...others] = lengths ?? [];
  return first && others.length === 0 && totalOf(sum) === 0 ? first : undefined;
};

/** Returns the sum of all cells as a Number, or as decimal text if a Number would lose digits. */
export const sumOf = (total: Total): number | string => {
  const only = onlyLengths(total);
  if (only) return averageOf(only[1], only[0]);
  return totalOf(total.lengths ? withLengths(total) : total.sum);
};

/** Returns the average of all cells, of which there is at least one. */
export const meanOf = (total: Total): number => {
  const only = onlyLengths(total);
  if (only) return averageOf(only[1], only[0] * total.count);
  return averageOf(total.lengths ? withLengths(total) : total.sum, total.count);
};
