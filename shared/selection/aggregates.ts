import type { Aggregate, Operand } from '../config/selection.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import type { ColumnType } from '../tabular/column.ts';
import { settle } from '../tabular/mean.ts';
import { shorten } from '../tabular/shorten.ts';
import type { Accumulator, AggregateContext } from './accumulator.ts';
import { createPredicate, type Predicate } from './conditions.ts';
import type { RowCell } from './cursor.ts';
import { addSum, addText, addTo, createSum, type ExactSum, percentageOf } from './exact-sum.ts';
import { operandCell } from './formula.ts';
import { createCollector, createDistinct, createEdge } from './kept-cells.ts';
import { createDeviation, createPercentile } from './quantiles.ts';
import {
  createAmountReader,
  createDecimalReader,
  createTimeCellReader,
  type ReadNumber,
  type TargetColumn,
  type Value,
} from './read-value.ts';
import type { RowContext } from './row-context.ts';
import { addLength, addTotal, createTotal, meanOf, sumOf, type Total } from './total.ts';

/** Returns false for a blank cell, and for one that is refused. */
type AddCell = (sum: ExactSum) => boolean;

const createAdder = (cell: RowCell, context: RowContext): AddCell => {
  const read = createDecimalReader(cell, context);
  return (sum) => {
    const value = read();
    if (typeof value === 'string') addText(sum, value);
    else if (Number.isNaN(value)) return false;
    else addTo(sum, value);
    return true;
  };
};

/** Lengths of time are added in milliseconds, so that a sum is divided only once. */
const createTotalAdder = (cell: RowCell, context: RowContext): ((total: Total) => boolean) => {
  const addCell = createAdder(cell, context);
  const { isLength, readForm } = context;
  if (!isLength) return ({ sum }) => addCell(sum);
  return (total) => {
    const length = isLength(cell.column()) ? readForm?.(cell.text().trim(), cell.column()) : undefined;
    if (typeof length !== 'object' || 'fault' in length) return addCell(total.sum);
    addLength(total, length);
    return true;
  };
};

const createAggregate = (
  add: (total: Total) => boolean,
  result: (total: Total) => Value | CellFault,
): Accumulator<Total> => ({
  create: createTotal,
  add: (total) => {
    if (add(total)) total.count += 1;
  },
  merge: addTotal,
  result,
});

const MAX_SHOWN_CHARACTERS = 60;

/** Columns of these types accept a sum as decimal text, if no Number holds the sum. */
const TEXTS = new Set<ColumnType>(['text', 'list', 'freeText', 'numberOrText']);

const tooManyDigits = (sum: string): CellFault => ({
  fault: `the sum ${shorten(sum, MAX_SHOWN_CHARACTERS)} has more digits than a number holds`,
  hint: sum.includes('.')
    ? 'round the cells to fewer decimals, or take their average'
    : 'group by more columns, or sum a column in thousands',
});

const sumFor =
  ({ column }: TargetColumn) =>
  (cells: Total): Value | CellFault => {
    const total = sumOf(cells);
    return typeof total === 'number' || TEXTS.has(column.type) ? total : tooManyDigits(total);
  };

const averageFor =
  ({ isPart }: AggregateContext) =>
  (cells: Total): number | null => {
    if (cells.count === 0) return null;
    const quotient = meanOf(cells);
    return isPart ? quotient : settle(quotient);
  };

const createExtreme =
  (choose: (one: number, other: number) => number) =>
  (read: ReadNumber): Accumulator<{ value: number }> => ({
    create: () => ({ value: Number.NaN }),
    add: (state) => {
      const value = read();
      if (!Number.isNaN(value)) state.value = Number.isNaN(state.value) ? value : choose(state.value, value);
    },
    merge: (into, { value }) => {
      if (!Number.isNaN(value)) into.value = Number.isNaN(into.value) ? value : choose(into.value, value);
    },
    result: ({ value }) => (Number.isNaN(value) ? null : value),
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
  result: ({ count, rows }) => (rows === 0 ? null : settle((100 * count) / rows)),
});

const TOO_LARGE: CellFault = {
  fault: 'the percentage is larger than a number holds',
  hint: 'take the percentage of a column with larger numbers, or leave the row out with `where`',
};

const createShare = (addPart: AddCell, addWhole: AddCell): Accumulator<{ part: ExactSum; whole: ExactSum }> => ({
  create: () => ({ part: createSum(), whole: createSum() }),
  add: ({ part, whole }) => {
    addPart(part);
    addWhole(whole);
  },
  merge: (into, { part, whole }) => {
    addSum(into.part, part);
    addSum(into.whole, whole);
  },
  result: ({ part, whole }) => {
    const percentage = percentageOf(part, whole);
    if (Number.isNaN(percentage)) return null;
    return Number.isFinite(percentage) ? percentage : TOO_LARGE;
  },
});

const createOfCells = (aggregate: Extract<Aggregate, { readonly of: unknown }>, context: AggregateContext) => {
  const { target } = context;
  const { from, of } = aggregate;
  const cell = (operand: Operand) => operandCell(operand, context);
  const readNumber = () => createAmountReader(cell(of), context);
  const isTime = target.column.type === 'time';
  const adderOf = (operand: Operand) => createAdder(cell(operand), context);
  const totalAdder = () => createTotalAdder(cell(of), context);
  const readExtreme = () => (isTime ? createTimeCellReader : createAmountReader)(cell(of), context);
  const create: Readonly<Record<typeof from, () => Accumulator>> = {
    sum: () => createAggregate(totalAdder(), sumFor(target)),
    average: () => createAggregate(totalAdder(), averageFor(context)),
    min: () => createExtreme(Math.min)(readExtreme()),
    max: () => createExtreme(Math.max)(readExtreme()),
    median: () => createPercentile(50, readNumber(), context),
    percentile: () => createPercentile((aggregate as { percent: number }).percent, readNumber(), context),
    deviation: () => createDeviation(readNumber()),
    first: () => createEdge('first', aggregate, context),
    last: () => createEdge('last', aggregate, context),
    distinct: () => createDistinct(cell(of), context),
    collect: () => createCollector(cell(of), context),
    percent: () => createShare(adderOf((aggregate as { part: Operand }).part), adderOf(of)),
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

export const createAccumulator = (
  aggregate: Exclude<Aggregate, { readonly from: 'formula' }>,
  context: AggregateContext,
): Accumulator => {
  const holds = createPredicate(aggregate.where, context);
  if (aggregate.from === 'percentOfRows') return createShareOfRows(holds);
  const accumulator = aggregate.from === 'count' ? createCount() : createOfCells(aggregate, context);
  return aggregate.where ? limited(accumulator, holds) : accumulator;
};
