import type { ColumnReference, Condition, Selection, Test } from '../../config/selection.ts';
import type { WindowBounds } from '../../selection/window.ts';
import { type ColumnType, type FileColumn, PARSERS } from './column-types.ts';
import type { Group } from './footer.ts';

/** Smallest and largest value in a row group. */
interface Range<Value> {
  readonly min: Value;
  readonly max: Value;
}

/** The time in statistics is rounded to milliseconds. */
const SLACK_MS = 1;

const statisticsOf = ({ chunks }: Group, name: string): Range<Uint8Array> | undefined => {
  const { min, max } = chunks.find(({ path }) => path.length === 1 && path[0] === name) ?? {};
  return min && max && { min, max };
};

/** Returns undefined if the statistics are no numbers. */
const numbersIn = ({ min, max }: Range<Uint8Array>, { bound, rounding = 0 }: ColumnType): Range<number> | undefined => {
  if (!bound) return undefined;
  const [low, high] = [bound(min), bound(max)];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return undefined;
  return { min: low - Math.abs(low) * rounding, max: high + Math.abs(high) * rounding };
};

const COMPARE: Readonly<
  Record<string, (range: { readonly min: number; readonly max: number }, of: number) => boolean>
> = {
  above: ({ max }, of) => max > of,
  atLeast: ({ max }, of) => max >= of,
  below: ({ min }, of) => min < of,
  atMost: ({ min }, of) => min <= of,
};

const mayHoldNumber = (test: Test, numbers: Range<number>): boolean => {
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

/** True if a row group may have one of the texts, without the blanks around a cell. */
const mayHoldText = (test: Test, { min, max }: Range<string>): boolean => {
  if (test.is !== 'any' || !isPlain(min) || !isPlain(max)) return true;
  return test.of.some((one) => !isPlain(one) || ((min <= one || min.startsWith(one)) && max >= one));
};

const isColumn = ({ name }: FileColumn, index: number, of: ColumnReference | undefined): boolean =>
  name.trim() === of || index + 1 === of;

const mayHold = ({ column, tests }: Condition, group: Group, columns: readonly FileColumn[]): boolean => {
  const found = columns.find((one, index) => isColumn(one, index, column));
  const range = found && statisticsOf(group, found.name);
  if (!found || !range || found.type.origin === 'timestamp') return true;
  if (found.type.isText) {
    const texts = { min: PARSERS.stringFromBytes(range.min), max: PARSERS.stringFromBytes(range.max) };
    return tests.every((test) => mayHoldText(test, texts));
  }
  const numbers = numbersIn(range, found.type);
  return !numbers || tests.every((test) => mayHoldNumber(test, numbers));
};

/** Returns milliseconds by the statistics; undefined without statistics. */
export const newestIn = (
  { groups, columns }: { readonly groups: readonly Group[]; readonly columns: readonly FileColumn[] },
  of: ColumnReference | undefined,
): number | undefined => {
  const times = columns.find((column, index) => isColumn(column, index, of));
  const newest = groups.flatMap((group) => {
    const range = times?.type.time && statisticsOf(group, times.name);
    return (range && numbersIn(range, times.type)?.max) ?? [];
  });
  return newest.length > 0 ? Math.ceil(Math.max(...newest)) : undefined;
};

/** True unless the statistics exclude the rows. */
export const mayHaveRows = (
  group: Group,
  columns: readonly FileColumn[],
  { where = [], window, unpivot }: Selection,
  spans: readonly WindowBounds[],
): boolean => {
  if (unpivot) return true;
  if (!where.every((condition) => mayHold(condition, group, columns))) return false;
  const times = columns.find((column, index) => isColumn(column, index, window?.of));
  const range = times?.type.time && statisticsOf(group, times.name);
  const bounds = range && numbersIn(range, times.type);
  return !bounds || spans.some(({ from, to }) => bounds.max + SLACK_MS >= from && bounds.min - SLACK_MS <= to);
};
