import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import { settle } from '../tabular/mean.ts';
import type { Accumulator } from './accumulator.ts';
import type { Cursor } from './cursor.ts';
import type { ReadNumber } from './read-value.ts';

/** Maximum number of values that the percentiles of one selection hold in memory. */
const MAX_HELD_VALUES = 1_000_000;
const BYTES_PER_VALUE = 8;
/** Number of values for which a group has memory at first. */
const FIRST_CAPACITY = 4;
/** Maximum number of values by which the memory of a group grows at once. */
const MAX_GROWTH = 65_536;

const tooManyValues = (): WallfeedError => {
  const message = `percentiles have more than ${MAX_HELD_VALUES} values`;
  const hint = 'narrow the window, or let SQL aggregate';
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

/** The numbers of one group. The first `count` entries of `list` are used. */
interface Held {
  list: Float64Array;
  count: number;
}

/** The memory that is counted for held values. */
interface Holder {
  readonly cursor: Cursor;
  readonly budget: Budget;
}

const makeRoom = (held: Held, count: number, { budget }: Holder): void => {
  const { list } = held;
  if (count <= list.length) return;
  const capacity = Math.max(count, FIRST_CAPACITY, list.length + Math.min(list.length, MAX_GROWTH));
  budget.hold({ keptBytes: (capacity - list.length) * BYTES_PER_VALUE });
  held.list = new Float64Array(capacity);
  held.list.set(list);
};

const quantileOf = ({ list, count }: Held, percent: number): number | null => {
  if (count === 0) return null;
  const sorted = list.subarray(0, count).sort();
  const rank = (percent * (count - 1)) / 100;
  const below = Math.floor(rank);
  const low = sorted[below] as number;
  const high = sorted[Math.ceil(rank)] as number;
  const share = rank - below;
  return low === high ? low : settle(low * (1 - share) + high * share);
};

/** Creates the aggregate `percentile`, which is exact: linear between two of the values. */
export const createPercentile = (percent: number, read: ReadNumber, holder: Holder): Accumulator<Held> => ({
  create: () => ({ list: new Float64Array(0), count: 0 }),
  add: (held) => {
    const value = read();
    if (Number.isNaN(value)) return;
    holder.cursor.heldValues += 1;
    if (holder.cursor.heldValues > MAX_HELD_VALUES) throw tooManyValues();
    makeRoom(held, held.count + 1, holder);
    held.list[held.count] = value;
    held.count += 1;
  },
  merge: (into, { list, count }) => {
    makeRoom(into, into.count + count, holder);
    into.list.set(list.subarray(0, count), into.count);
    into.count += count;
  },
  result: (held) => quantileOf(held, percent),
});

/** The mean of some numbers, and the sum of the squares of their distances from it. */
interface Moments {
  count: number;
  mean: number;
  squares: number;
}

const TOO_LARGE: CellFault = {
  fault: 'the deviation is larger than a number holds',
  hint: 'leave the rows with the largest numbers out with `where`',
};

const deviationOf = ({ count, squares }: Moments): number | null | CellFault => {
  if (count < 2) return null;
  const deviation = Math.sqrt(squares / (count - 1));
  return Number.isFinite(deviation) ? settle(deviation) : TOO_LARGE;
};

/** Creates the aggregate `deviation`, the standard deviation of a sample. It needs two values. */
export const createDeviation = (read: ReadNumber): Accumulator<Moments> => ({
  create: () => ({ count: 0, mean: 0, squares: 0 }),
  add: (moments) => {
    const value = read();
    if (Number.isNaN(value)) return;
    const distance = value - moments.mean;
    moments.count += 1;
    moments.mean += distance / moments.count;
    moments.squares += distance * (value - moments.mean);
  },
  merge: (into, { count, mean, squares }) => {
    if (count === 0) return;
    const all = into.count + count;
    const distance = mean - into.mean;
    into.squares += squares + (distance * distance * into.count * count) / all;
    into.mean += (distance * count) / all;
    into.count = all;
  },
  result: deviationOf,
});
