import type { CellFault } from '../tabular/cell-fault.ts';
import type { TargetColumn, Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';

/** Computes one aggregate of a group, row by row. */
export interface Accumulator<State = unknown> {
  create(): State;
  /** Adds the current row. */
  add(state: State): void;
  /** Adds the rows of another group. */
  merge(into: State, other: State): void;
  /** Returns the result; null if no row has a value. */
  result(state: State): Value | CellFault;
}

/** The settings of one aggregated column. */
export interface AggregateContext extends RowContext {
  readonly target: TargetColumn;
  /** True if rows have a time, which they get from the selection's window. */
  readonly hasWindow: boolean;
  /** True if the result is a part of a calculation, which is rounded at its end. */
  readonly isPart: boolean;
}
