import type { Aggregate, ColumnReference, Selection } from '../config/selection.ts';
import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import type { Accumulator } from './accumulator.ts';
import { createAccumulator } from './aggregates.ts';
import { createRowColumn, type RowColumn, typeConstant, typeOwnConstant } from './cell-source.ts';
import type { TargetColumn, Value } from './read-value.ts';
import { cellOf, type RowContext } from './row-context.ts';
import type { SelectedTarget } from './target-columns.ts';

/** A column whose value is read from each row. */
export interface PlannedColumn extends RowColumn {
  /** Index among the component's columns. */
  readonly index: number;
}

/** An aggregated column. */
export interface PlannedAggregate {
  readonly index: number;
  readonly target: TargetColumn;
  readonly accumulator: Accumulator;
  /** The value of `else`. */
  readonly otherwise?: Value;
  /** Index of the file's column that is aggregated; -1 for `count: rows`. */
  readonly column: () => number;
  /** Index of the column whose sum is 100 percent. For other aggregates, the same as `column`. */
  readonly whole: () => number;
}

/** A palette, which is applied to the finished rows. */
export interface PlannedPalette {
  readonly index: number;
  readonly values: readonly Value[];
}

/** How the rows of a file become rows of the component. */
export interface OutputPlan {
  /** A row with the constants in their columns, and null in all others. */
  readonly template: readonly Value[];
  readonly columns: readonly PlannedColumn[];
  readonly aggregates: readonly PlannedAggregate[];
  readonly palettes: readonly PlannedPalette[];
}

/** Reads the columns of the row under the cursor into `cells`. Returns false if a cell is refused. */
export const readColumns = (columns: readonly PlannedColumn[], cells: Value[]): boolean => {
  let areValid = true;
  for (const { read, index } of columns) {
    const value = read();
    if (value === undefined) areValid = false;
    else cells[index] = value;
  }
  return areValid;
};

const isAggregate = (source: SelectedTarget['source']): source is Aggregate =>
  source !== undefined && !['cell', 'bucket', 'map', 'constant', 'palette', 'list'].includes(source.from);

const aggregatedColumn = (aggregate: Aggregate): ColumnReference | undefined => {
  if (aggregate.from === 'percent') return aggregate.part;
  return 'of' in aggregate ? aggregate.of : undefined;
};

const planAggregate = (
  source: Aggregate,
  target: TargetColumn,
  index: number,
  context: RowContext,
  hasWindow: boolean,
): Omit<PlannedAggregate, 'otherwise'> => {
  const columnOf = (reference: ColumnReference | undefined) =>
    reference === undefined ? () => -1 : cellOf(reference, context).column;
  return {
    index,
    target,
    accumulator: createAccumulator(source, { ...context, target, hasWindow }),
    column: columnOf(aggregatedColumn(source)),
    whole: columnOf('of' in source ? source.of : undefined),
  };
};

const constantFault = (name: string, { fault, hint }: CellFault): CellFault => ({
  fault: `columns.${name}: ${fault}`,
  hint,
});

/** Plans the component's columns for one file. Refuses constants that do not have the type of their column. */
export const planOutput = (
  targets: readonly SelectedTarget[],
  { window }: Selection,
  context: RowContext,
): OutputPlan => {
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
        ...planAggregate(source, target, index, context, window !== undefined),
        ...(source.else !== undefined && { otherwise: checked(typeConstant(source.else, target, context), target) }),
      });
    else columns.push({ index, ...createRowColumn(source, target, context) });
  });
  return { template, columns, aggregates, palettes };
};
