import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import { settle } from '../tabular/mean.ts';
import type { Accumulator } from './accumulator.ts';
import type { Cursor } from './cursor.ts';
import type { ReadNumber } from './read-value.ts';

/** Values of all percentiles of one selection in memory. */
const MAX_HELD_VALUES = 1_000_000;
/** A number, and the place of the number before it in its group. */
const BYTES_PER_VALUE = 12;
/** Values in a block of memory, as a power of 2. */
const BLOCK_BITS = 12;
const BLOCK_VALUES = 2 ** BLOCK_BITS;
const NONE = -1;

const tooManyValues = (): WallfeedError => {
  const message = `percentiles have more than ${MAX_HELD_VALUES} values`;
  const hint = 'narrow the window, or let SQL aggregate';
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

/** The other numbers of the group follow from the place of the last one. */
interface Held {
  last: number;
  count: number;
}

/**
 * All groups share blocks of memory, because separate arrays for thousands of groups would take several times as much
 * memory.
 */
interface Store {
  readonly values: Float64Array[];
  /** The place of the number before each number in the same group. */
  readonly before: Int32Array[];
  count: number;
  /** Reused for each group. */
  sorted: Float64Array;
}

interface Holder {
  readonly cursor: Cursor;
  readonly budget: Budget;
}

const push = ({ values, before, count }: Store, value: number, last: number, { budget }: Holder): void => {
  const block = count >> BLOCK_BITS;
  if (block === values.length) {
    budget.hold({ keptBytes: BLOCK_VALUES * BYTES_PER_VALUE });
    values.push(new Float64Array(BLOCK_VALUES));
    before.push(new Int32Array(BLOCK_VALUES));
  }
  (values[block] as Float64Array)[count % BLOCK_VALUES] = value;
  (before[block] as Int32Array)[count % BLOCK_VALUES] = last;
};

const placeBefore = ({ before }: Store, place: number): number =>
  before[place >> BLOCK_BITS]?.[place % BLOCK_VALUES] ?? NONE;

const sortedOf = (store: Store, { last, count }: Held): Float64Array => {
  if (store.sorted.length < count) store.sorted = new Float64Array(count);
  const list = store.sorted.subarray(0, count);
  for (let place = last, index = 0; index < count; place = placeBefore(store, place), index += 1)
    list[index] = store.values[place >> BLOCK_BITS]?.[place % BLOCK_VALUES] as number;
  return list.sort();
};

const quantileOf = (sorted: Float64Array, percent: number): number | null => {
  if (sorted.length === 0) return null;
  const rank = (percent * (sorted.length - 1)) / 100;
  const below = Math.floor(rank);
  const low = sorted[below] as number;
  const high = sorted[Math.ceil(rank)] as number;
  const share = rank - below;
  return low === high ? low : settle(low * (1 - share) + high * share);
};

/** Appends the numbers of a group to those of another group. A group is appended at most once. */
const link = (store: Store, { last, count }: Held, into: Held): void => {
  if (count === 0) return;
  let first = last;
  for (let index = 1; index < count; index += 1) first = placeBefore(store, first);
  (store.before[first >> BLOCK_BITS] as Int32Array)[first % BLOCK_VALUES] = into.last;
  into.last = last;
  into.count += count;
};

/** Creates the aggregate `percentile`, which is exact: linear between two of the values. */
export const createPercentile = (percent: number, read: ReadNumber, holder: Holder): Accumulator<Held> => {
  const store: Store = { values: [], before: [], count: 0, sorted: new Float64Array(0) };
  return {
    create: () => ({ last: NONE, count: 0 }),
    add: (held) => {
      const value = read();
      if (Number.isNaN(value)) return;
      holder.cursor.heldValues += 1;
      if (holder.cursor.heldValues > MAX_HELD_VALUES) throw tooManyValues();
      push(store, value, held.last, holder);
      held.last = store.count;
      held.count += 1;
      store.count += 1;
    },
    merge: (into, held) => link(store, held, into),
    result: (held) => quantileOf(sortedOf(store, held), percent),
  };
};

/** The sum is of the squares of the numbers' distances from the mean. */
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
