import type { ColumnReference } from '../config/selection.ts';
import type { Budget } from '../limits/budget.ts';
import type { TimeReader } from '../tabular/time-pattern.ts';
import { bindCell, type ColumnIndex, type Cursor, type OriginOf, type RowCell } from './cursor.ts';
import type { FaultList } from './fault-list.ts';

/** How the cells of a file are read. */
export interface CellSettings {
  readonly decimal: '.' | ',';
  /** True if numbers such as `1,234` are ambiguous in this file. */
  readonly isCommaUnclear?: boolean;
  readonly timezone: string;
  readonly readTime: TimeReader;
  /** The form of times that the dashboard file gives for this file. */
  readonly dates: string | undefined;
}

/** The context for reading cells during one pass over a file. */
export interface RowContext extends CellSettings {
  readonly cursor: Cursor;
  readonly faults: FaultList;
  readonly indexOf: ColumnIndex;
  readonly originOf: OriginOf;
  /** Counts the memory of rows, groups and cells that are kept. */
  readonly budget: Budget;
}

/** Binds a reference to the cell that each row has in this column. */
export const cellOf = (reference: ColumnReference, { indexOf, originOf, cursor }: RowContext): RowCell =>
  bindCell(reference, indexOf, originOf, cursor);
