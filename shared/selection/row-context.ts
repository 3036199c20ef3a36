import type { ColumnReference } from '../config/selection.ts';
import type { Budget } from '../limits/budget.ts';
import type { TimeReader } from '../tabular/time-pattern.ts';
import { bindCell, type ColumnIndex, type Cursor, type OriginOf, type RowCell } from './cursor.ts';
import type { FaultList } from './fault-list.ts';

/** The settings of a file's cells. */
export interface CellSettings {
  readonly decimal: '.' | ',';
  /** True if numbers such as `1,234` are unclear in the file. */
  readonly isCommaUnclear?: boolean;
  readonly timezone: string;
  readonly readTime: TimeReader;
  /** How the file writes its times, if the dashboard file says so. */
  readonly dates: string | undefined;
}

/** The parts of one pass over a file that reading its cells needs. */
export interface RowContext extends CellSettings {
  readonly cursor: Cursor;
  readonly faults: FaultList;
  readonly indexOf: ColumnIndex;
  readonly originOf: OriginOf;
  /** Counts the rows, groups and cells that are kept. */
  readonly budget: Budget;
}

export const cellOf = (reference: ColumnReference, { indexOf, originOf, cursor }: RowContext): RowCell =>
  bindCell(reference, indexOf, originOf, cursor);
