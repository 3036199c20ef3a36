import type { RowGroup } from 'hyparquet';
import type { Condition, Selection, Test } from '../../config/selection.ts';
import type { WindowBounds } from '../../selection/window.ts';
import type { FileColumn } from './column-types.ts';

/** The smallest and the largest value of a column in a row group. */
interface Range {
  readonly min: unknown;
  readonly max: unknown;
}

/** Maximum difference between a time in a column and the same time in statistics, which is rounded to milliseconds. */
const SLACK_MS = 1;

const rangeOf = (group: RowGroup, name: string): Range | undefined => {
  const column = group.columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name);
  const { min_value: min, max_value: max } = column?.meta_data?.statistics ?? {};
  return min === undefined || max === undefined ? undefined : { min, max };
};

const COMPARE: Readonly<
  Record<string, (range: { readonly min: number; readonly max: number }, of: number) => boolean>
> = {
  above: ({ max }, of) => max > of,
  atLeast: ({ max }, of) => max >= of,
  below: ({ min }, of) => min < of,
  atMost: ({ min }, of) => min <= of,
};

/** Returns the bounds of a row group; undefined if its statistics are no numbers. */
const numbersIn = ({ min, max }: Range, rounding: number) => {
  const [low, high] = [Number(min), Number(max)];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return undefined;
  return { min: low - Math.abs(low) * rounding, max: high + Math.abs(high) * rounding };
};

const mayHoldNumber = (test: Test, range: Range, rounding: number): boolean => {
  const numbers = numbersIn(range, rounding);
  if (!numbers) return true;
  if (test.is === 'any')
    return test.of.some((one) => typeof one !== 'number' || (one >= numbers.min && one <= numbers.max));
  const compare = COMPARE[test.is];
  return !compare || typeof test.of !== 'number' || compare(numbers, test.of);
};

/**
 * True if a text contains only visible ASCII characters and single blanks. Such texts have the same order as their
 * bytes.
 */
const isPlain = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text);

/** True if a row group may have a cell with one of the texts, when blanks around the cell are ignored. */
const mayHoldText = (test: Test, { min, max }: Range): boolean => {
  if (test.is !== 'any' || !isPlain(min) || !isPlain(max)) return true;
  return test.of.some((one) => !isPlain(one) || ((min <= one || min.startsWith(one)) && max >= one));
};

const mayHold = ({ column, tests }: Condition, group: RowGroup, columns: readonly FileColumn[]): boolean => {
  const found = columns.find(({ name }, index) => name.trim() === column || index + 1 === column);
  const range = found && rangeOf(group, found.name);
  if (!found || !range) return true;
  const { origin, rounding } = found.type;
  if (origin === 'text') return tests.every((test) => mayHoldText(test, range));
  return rounding === undefined || tests.every((test) => mayHoldNumber(test, range, rounding));
};

/** True if a row group may have rows that a selection keeps, by its statistics. Also true if it has no statistics. */
export const mayHaveRows = (
  group: RowGroup,
  columns: readonly FileColumn[],
  { where = [], window, unpivot }: Selection,
  spans: readonly WindowBounds[],
): boolean => {
  if (unpivot) return true;
  if (!where.every((condition) => mayHold(condition, group, columns))) return false;
  const times = columns.find(({ name }, index) => name.trim() === window?.of || index + 1 === window?.of);
  const range = times?.type.time && rangeOf(group, times.name);
  const bounds = range && numbersIn(range, 0);
  return !bounds || spans.some(({ from, to }) => bounds.max + SLACK_MS >= from && bounds.min - SLACK_MS <= to);
};
