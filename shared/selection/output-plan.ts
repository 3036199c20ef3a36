import { createBucketMove, createBucketStart, createBucketText } from '../calendar/bucket.ts';
import { stepsOf } from '../calendar/earlier.ts';
import { type Aggregate, type EarlierStep, isAggregate, type Operand, type Selection } from '../config/selection.ts';
import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { say } from '../tabular/say.ts';
import type { Accumulator } from './accumulator.ts';
import { createAccumulator } from './aggregates.ts';
import { createRowColumn, holdsTimes, type RowColumn, typeConstant, typeOwnConstant } from './cell-source.ts';
import { toColumnNumber } from './column-number.ts';
import { createCalculation, operandCell, TOO_LARGE } from './formula.ts';
import type { TargetColumn, Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';
import type { SelectedTarget } from './target-columns.ts';
import type { WindowBounds } from './window.ts';

export interface PlannedColumn extends RowColumn {
  /** Index among the component's columns. */
  readonly index: number;
}

export interface PlannedAggregate {
  readonly index: number;
  readonly target: TargetColumn;
  /** The states of a group are those of the plan's `parts`. */
  readonly result: (states: readonly unknown[]) => Value | CellFault;
  readonly isFormula: boolean;
  readonly otherwise?: Value;
  /** Returns the index of the file's column that is aggregated; -1 for `count: rows`. */
  readonly column: () => number;
  /** Returns the index of the column whose sum is 100 percent. For other aggregates, the same as `column`. */
  readonly whole: () => number;
  /** Indexes of the plan's parts from which the result is calculated. */
  readonly parts: readonly number[];
  /** A bit for each window. */
  readonly windows: number;
  readonly running?: true;
  readonly moving?: number;
}

export interface PlannedSeries {
  /** Index of the column that has the bucket. */
  readonly index: number;
  /** Returns the first moment of the bucket that contains a time. */
  readonly startOf: (time: number) => number;
  /** Returns the first moment of the bucket that is `count` buckets later. */
  readonly move: (start: number, count: number) => number;
  readonly write: (start: number) => Value;
  readonly bounds: WindowBounds | undefined;
  readonly fill: 0 | 'blank' | undefined;
}

export interface PlannedPart {
  readonly accumulator: Accumulator;
  /** 0 is the window itself, 1 the first earlier one. */
  readonly window: number;
}

export interface PlannedPalette {
  readonly index: number;
  readonly values: readonly Value[];
}

export interface OutputPlan {
  /** Constants in their columns, and null in all others. */
  readonly template: readonly Value[];
  readonly columns: readonly PlannedColumn[];
  readonly aggregates: readonly PlannedAggregate[];
  /** Aggregates of each group. A formula has several parts. */
  readonly parts: readonly PlannedPart[];
  readonly palettes: readonly PlannedPalette[];
  /** Set if the selection has `fill`, `running` or `moving`. */
  readonly series?: PlannedSeries;
}

/** Reads the row under the cursor. Returns false if a cell is refused. */
export const readColumns = (columns: readonly PlannedColumn[], cells: Value[]): boolean => {
  let areValid = true;
  for (const { read, index } of columns) {
    const value = read();
    if (value === undefined) areValid = false;
    else cells[index] = value;
  }
  return areValid;
};

const aggregatedColumn = (aggregate: Aggregate): Operand | undefined => {
  if (aggregate.from === 'percent') return aggregate.part;
  return 'of' in aggregate ? aggregate.of : undefined;
};

interface PlanContext extends RowContext {
  readonly hasWindow: boolean;
  readonly isPart: boolean;
  readonly parts: PlannedPart[];
  readonly steps: readonly EarlierStep[];
}

const PART: TargetColumn = { name: 'formula', column: { type: 'number', blank: 'omitted' } };

type Result = PlannedAggregate['result'];

const planFormula = (
  { term, parts }: Extract<Aggregate, { readonly from: 'formula' }>,
  target: TargetColumn,
  context: PlanContext,
): Result => {
  const results: number[] = [];
  const resultsOf = parts.map((part) => ({
    result: planResult(part, PART, { ...context, isPart: true }),
    otherwise: part.else,
  }));
  const calculate = createCalculation(
    term,
    (leaf) => () => ('part' in leaf ? results[leaf.part] : undefined) ?? Number.NaN,
    (part) => parts[part]?.from === 'average',
  );
  return (states) => {
    for (const [at, { result, otherwise }] of resultsOf.entries()) {
      const value = result(states) ?? otherwise ?? Number.NaN;
      if (isCellFault(value)) return value;
      results[at] = Number(value);
    }
    const value = calculate();
    if (Number.isNaN(value)) return null;
    return Number.isFinite(value) ? toColumnNumber(value, target.column) : TOO_LARGE;
  };
};

/** Adds the parts of the aggregate to the plan. Returns the function that finds its result. */
const planResult = (source: Aggregate, target: TargetColumn, context: PlanContext): Result => {
  if (source.from === 'formula') return planFormula(source, target, context);
  const { parts, steps } = context;
  const accumulator = createAccumulator(source, { ...context, target });
  const window = source.earlier === undefined ? 0 : steps.indexOf(source.earlier) + 1;
  const at = parts.push({ accumulator, window }) - 1;
  return (states) => accumulator.result(states[at]);
};

const planAggregate = (
  source: Aggregate,
  target: TargetColumn,
  index: number,
  context: PlanContext,
): Omit<PlannedAggregate, 'otherwise'> => {
  const columnOf = (operand: Operand | undefined) =>
    operand === undefined ? () => -1 : operandCell(operand, context).column;
  const first = context.parts.length;
  const result = planResult(source, target, { ...context, isPart: source.moving !== undefined });
  const own = context.parts.slice(first);
  return {
    index,
    target,
    result,
    windows: own.reduce((windows, { window }) => windows | (1 << window), 0),
    parts: own.map((_, at) => first + at),
    ...(source.running && { running: true }),
    ...(source.moving !== undefined && { moving: source.moving }),
    isFormula: source.from === 'formula',
    column: columnOf(aggregatedColumn(source)),
    whole: columnOf('of' in source ? source.of : undefined),
  };
};

const constantFault = (name: string, { fault, hint }: CellFault): CellFault => ({
  fault: say`columns.${name}: ${fault}`,
  hint,
});

/** Returns undefined if groups stay in the order of first appearance. */
const planSeries = (
  targets: readonly SelectedTarget[],
  { fill, columns = [] }: Selection,
  { timezone }: RowContext,
  bounds: WindowBounds | undefined,
): PlannedSeries | undefined => {
  const isSpread = columns.some(({ source }) => isAggregate(source) && (source.running || source.moving !== undefined));
  const index = targets.findIndex(({ source }) => source?.from === 'bucket');
  const { source, column } = targets[index] ?? {};
  if ((fill === undefined && !isSpread) || source?.from !== 'bucket' || !column) return undefined;
  const startOf = createBucketStart(source.unit, timezone);
  const write = holdsTimes(column) ? (start: number) => start : createBucketText(source.unit, timezone);
  return { index, startOf, move: createBucketMove(source.unit, timezone), write, bounds, fill };
};

/** Refuses constants that do not have the type of their column. */
export const planOutput = (
  targets: readonly SelectedTarget[],
  selection: Selection,
  context: RowContext,
  bounds?: WindowBounds,
): OutputPlan => {
  const { window } = selection;
  const checked = (typed: Value | CellFault, target: SelectedTarget): Value => {
    if (!isCellFault(typed)) return typed;
    context.faults.refuseAt({}, constantFault(target.name, typed));
    return null;
  };
  const template: Value[] = targets.map((target) =>
    target.source?.from === 'constant' ? checked(typeOwnConstant(target.source.value, target, context), target) : null,
  );
  const columns: PlannedColumn[] = [];
  const aggregates: PlannedAggregate[] = [];
  const planContext: PlanContext = {
    ...context,
    hasWindow: window !== undefined,
    isPart: false,
    parts: [],
    steps: stepsOf(selection),
  };
  const palettes: PlannedPalette[] = [];
  targets.forEach((target, index) => {
    const { source } = target;
    if (source === undefined || source.from === 'constant') return;
    if (source.from === 'palette')
      palettes.push({
        index,
        values: source.values.map((value) => checked(typeConstant(value, target, context), target)),
      });
    else if (isAggregate(source))
      aggregates.push({
        ...planAggregate(source, target, index, planContext),
        ...(source.else !== undefined && { otherwise: checked(typeConstant(source.else, target, context), target) }),
      });
    else columns.push({ index, ...createRowColumn(source, target, context) });
  });
  const series = planSeries(targets, selection, context, bounds);
  return { template, columns, aggregates, parts: planContext.parts, palettes, ...(series && { series }) };
};
