import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { settle } from '../tabular/mean.ts';
import { createGroup, createValueTree, type Group } from './groups.ts';
import type { OutputPlan, PlannedAggregate, PlannedSeries } from './output-plan.ts';
import type { Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';

const MAX_FILLED_ROWS = 10_000;

const tooManyBuckets = (): WallfeedError => {
  const message = `\`fill\` gives more than ${MAX_FILLED_ROWS} rows`;
  const hint = 'take longer buckets, such as day, or a shorter window';
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

const NO_DATE: CellFault = {
  fault: 'the time has no date',
  hint: '`fill`, `running` and `moving` need times with a date, such as 2026-11-20 08:31',
};

/** Groups that differ in their buckets only. */
interface Series {
  readonly groups: Group[];
}

interface Arrangement {
  readonly plan: OutputPlan;
  readonly series: PlannedSeries;
  readonly context: RowContext;
}

/** Series are in the order of first appearance. */
const splitSeries = (groups: readonly Group[], { plan, series }: Arrangement): Series[] => {
  const others = plan.columns.map(({ index }) => index).filter((index) => index !== series.index);
  const find = createValueTree<Series>();
  const all: Series[] = [];
  for (const group of groups) {
    const open = (): Series => {
      const opened = { groups: [] };
      all.push(opened);
      return opened;
    };
    find(group.cells, others, open).groups.push(group);
  }
  const needsOne = all.length === 0 && others.length === 0;
  return needsOne ? [{ groups: [] }] : all;
};

const bucketsOf = (groups: readonly Group[], { series }: Arrangement): readonly number[] => {
  const { startOf, move, bounds } = series;
  const starts = groups.map(({ start }) => start).filter((start) => !Number.isNaN(start));
  const isBounded = bounds !== undefined && Number.isFinite(bounds.from);
  const first = isBounded
    ? startOf(bounds.from + 1)
    : starts.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const last = isBounded
    ? startOf(bounds.to)
    : starts.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const buckets: number[] = [];
  for (let start = first; start <= last; start = move(start, 1)) {
    if (buckets.length >= MAX_FILLED_ROWS) throw tooManyBuckets();
    buckets.push(start);
  }
  return buckets;
};

const fillSeries = ({ groups }: Series, buckets: readonly number[], { plan, series, context }: Arrangement): void => {
  const [model] = groups;
  const known = new Set<Value>(groups.map(({ cells }) => cells[series.index] ?? null));
  for (const start of buckets) {
    const value = series.write(start);
    if (known.has(value)) continue;
    known.add(value);
    context.budget.hold({ cells: plan.template.length });
    const empty = createGroup(plan, model?.cells ?? plan.template, model?.line ?? 0, start);
    empty.cells[series.index] = value;
    groups.push({ ...empty, ...(model && { columns: model.columns }), isFilled: true });
  }
};

type Result = Value | CellFault;

const runningResults = (
  groups: readonly Group[],
  aggregate: PlannedAggregate,
  { parts }: OutputPlan,
): readonly Result[] => {
  const total = parts.map(({ accumulator }) => accumulator.create());
  return groups.map(({ states }) => {
    for (const at of aggregate.parts) parts[at]?.accumulator.merge(total[at], states[at]);
    return aggregate.result(total);
  });
};

const movingResults = (
  groups: readonly Group[],
  results: readonly Result[],
  over: number,
  { move }: PlannedSeries,
): readonly Result[] => {
  let first = 0;
  return groups.map(({ start }, at) => {
    const since = move(start, 1 - over);
    while (first < at && !((groups[first] as Group).start >= since)) first += 1;
    const last = results.slice(first, at + 1).filter((value) => value !== null);
    const fault = last.find(isCellFault);
    if (fault) return fault;
    const sum = last.reduce<number>((total, value) => total + Number(value), 0);
    return last.length === 0 ? null : settle(sum / last.length);
  });
};

/** Returns a group's own result: in a bucket without rows, the value that `fill` gives. */
const ownResult = (
  { isFilled, states }: Group,
  { result, otherwise = null }: PlannedAggregate,
  { fill }: PlannedSeries,
): Result => {
  if (isFilled) return fill === 0 ? 0 : null;
  return result(states) ?? otherwise;
};

/** Calculates the results of one series, whose groups are in the order of time. */
const calculate = (groups: readonly Group[], { plan, series }: Arrangement): readonly Group[] => {
  const columns = plan.aggregates.map((aggregate) => {
    const { running, moving } = aggregate;
    if (running) return runningResults(groups, aggregate, plan);
    const own = groups.map((group) => ownResult(group, aggregate, series));
    return moving === undefined ? own : movingResults(groups, own, moving, series);
  });
  return groups.map((group, at): Group => ({ ...group, results: columns.map((results) => results[at] ?? null) }));
};

/** Puts groups without a time last. */
const byStart = (one: Group, other: Group): number =>
  Number(Number.isNaN(one.start)) - Number(Number.isNaN(other.start)) || one.start - other.start || 0;

const refuseUndated = (groups: readonly Group[], { series, context }: Arrangement): void => {
  for (const { start, cells, line } of groups)
    if (Number.isNaN(start) && cells[series.index] !== null) context.faults.refuseAt({ line }, NO_DATE);
};

/**
 * Sorts by series and time. Also adds groups for buckets without rows, and calculates running totals and moving means.
 */
export const arrangeGroups = (
  groups: readonly Group[],
  plan: OutputPlan,
  series: PlannedSeries,
  context: RowContext,
): readonly Group[] => {
  const arrangement: Arrangement = { plan, series, context };
  refuseUndated(groups, arrangement);
  const all = splitSeries(groups, arrangement);
  if (series.fill !== undefined) {
    const buckets = bucketsOf(groups, arrangement);
    if (buckets.length * all.length > MAX_FILLED_ROWS) throw tooManyBuckets();
    for (const one of all) fillSeries(one, buckets, arrangement);
  }
  return all.flatMap((one) => calculate(one.groups.sort(byStart), arrangement));
};
