import type { Aggregate, ColumnReference } from '../config/selection.ts';
import { settle } from '../tabular/mean.ts';
import type { Accumulator, AggregateContext } from './accumulator.ts';
import { createPredicate, type Predicate } from './conditions.ts';
import { addSum, addTo, createSum, type ExactSum, totalOf } from './exact-sum.ts';
import { createCollector, createDistinct, createEdge } from './kept-cells.ts';
import { createNumberReader, createTimeCellReader, type ReadNumber, type Value } from './read-value.ts';
import { cellOf } from './row-context.ts';

const settled = (value: number): number | null => (Number.isFinite(value) ? settle(value) : null);

interface Total {
  count: number;
  readonly sum: ExactSum;
}

const createTotal =
  (result: (total: Total) => Value) =>
  (read: ReadNumber): Accumulator<Total> => ({
    create: () => ({ count: 0, sum: createSum() }),
    add: (total) => {
      const value = read();
      if (Number.isNaN(value)) return;
      total.count += 1;
      addTo(total.sum, value);
    },
    merge: (into, { count, sum }) => {
      into.count += count;
      addSum(into.sum, sum);
    },
    result,
  });

const createExtreme =
  (choose: (one: number, other: number) => number, isTime: boolean) =>
  (read: ReadNumber): Accumulator<{ value: number }> => ({
    create: () => ({ value: Number.NaN }),
    add: (state) => {
      const value = read();
      if (!Number.isNaN(value)) state.value = Number.isNaN(state.value) ? value : choose(state.value, value);
    },
    merge: (into, { value }) => {
      if (!Number.isNaN(value)) into.value = Number.isNaN(into.value) ? value : choose(into.value, value);
    },
    result: ({ value }) => (isTime && !Number.isNaN(value) ? value : settled(value)),
  });

const createCount = (): Accumulator<{ count: number }> => ({
  create: () => ({ count: 0 }),
  add: (state) => {
    state.count += 1;
  },
  merge: (into, { count }) => {
    into.count += count;
  },
  result: ({ count }) => count,
});

const createShareOfRows = (holds: Predicate): Accumulator<{ count: number; rows: number }> => ({
  create: () => ({ count: 0, rows: 0 }),
  add: (state) => {
    state.rows += 1;
    if (holds()) state.count += 1;
  },
  merge: (into, { count, rows }) => {
    into.count += count;
    into.rows += rows;
  },
  result: ({ count, rows }) => settled((100 * count) / rows),
});

const createShare = (
  readPart: ReadNumber,
  readWhole: ReadNumber,
): Accumulator<{ part: ExactSum; whole: ExactSum }> => ({
  create: () => ({ part: createSum(), whole: createSum() }),
  add: ({ part, whole }) => {
    const one = readPart();
    const other = readWhole();
    if (!Number.isNaN(one)) addTo(part, one);
    if (!Number.isNaN(other)) addTo(whole, other);
  },
  merge: (into, { part, whole }) => {
    addSum(into.part, part);
    addSum(into.whole, whole);
  },
  result: ({ part, whole }) => settled((100 * totalOf(part)) / totalOf(whole)),
});

const sum = createTotal((total) => settled(totalOf(total.sum)));
const average = createTotal((total) => settled(totalOf(total.sum) / total.count));

const createOfCells = (aggregate: Extract<Aggregate, { readonly of: unknown }>, context: AggregateContext) => {
  const { target } = context;
  const { from, of } = aggregate;
  const cell = (reference: ColumnReference) => cellOf(reference, context);
  const isTime = target.column.type === 'time';
  const readNumber = () => createNumberReader(cell(of), context);
  const readExtreme = () => (isTime ? createTimeCellReader(cell(of), context) : readNumber());
  const create: Readonly<Record<typeof from, () => Accumulator>> = {
    sum: () => sum(readNumber()),
    average: () => average(readNumber()),
    min: () => createExtreme(Math.min, isTime)(readExtreme()),
    max: () => createExtreme(Math.max, isTime)(readExtreme()),
    first: () => createEdge('first', aggregate, context),
    last: () => createEdge('last', aggregate, context),
    distinct: () => createDistinct(cell(of), context),
    collect: () => createCollector(cell(of), context),
    percent: () =>
      createShare(createNumberReader(cell((aggregate as { part: ColumnReference }).part), context), readNumber()),
  };
  return create[from]();
};

/** Limits an aggregate to the rows that match its own `where`. */
const limited = (accumulator: Accumulator, holds: Predicate): Accumulator => ({
  ...accumulator,
  add: (state) => {
    if (holds()) accumulator.add(state);
  },
});

/** Binds an aggregate to the rows of one file. */
export const createAccumulator = (aggregate: Aggregate, context: AggregateContext): Accumulator => {
  const holds = createPredicate(aggregate.where, context);
  if (aggregate.from === 'percentOfRows') return createShareOfRows(holds);
  const accumulator = aggregate.from === 'count' ? createCount() : createOfCells(aggregate, context);
  return aggregate.where ? limited(accumulator, holds) : accumulator;
};
