import type { CellFault } from '../tabular/cell-fault.ts';
import type { TargetColumn, Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';

export interface Accumulator<State = unknown> {
  create(): State;
  add(state: State): void;
  merge(into: State, other: State): void;
  /** Returns null if no row has a value. */
  result(state: State): Value | CellFault;
}

export interface AggregateContext extends RowContext {
  readonly target: TargetColumn;
  /** True if rows have a time, which they get from the selection's window. */
  readonly hasWindow: boolean;
  /** True if the result is a part of a calculation, which is rounded at its end. */
  readonly isPart: boolean;
}
