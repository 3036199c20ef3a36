import type { ColumnReference } from '../config/selection.ts';
import type { Budget } from '../limits/budget.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import { inUnit, type Length } from '../tabular/parse-duration.ts';
import type { TimeForm } from '../tabular/time-steps.ts';
import { bindCell, type ColumnIndex, type Cursor, type OriginOf, type RowCell } from './cursor.ts';
import type { FaultList } from './fault-list.ts';

/**
 * Reads decimal text, or a length of time, by the keys of the source. Undefined for a text that these keys do not
 * describe.
 */
export type ReadForm = (text: string, column: number) => string | Length | CellFault | undefined;

/** Returns all other values unchanged. */
export const toNumber = (form: ReturnType<ReadForm>): number | CellFault | undefined => {
  if (typeof form === 'string') return Number(form);
  return form && 'ms' in form ? inUnit(form) : form;
};

export interface CellSettings extends TimeForm {
  readonly decimal: '.' | ',';
  /** True if numbers such as `1,234` are ambiguous. */
  readonly isCommaUnclear?: boolean;
  readonly timezone: string;
}

export interface RowContext extends CellSettings {
  readonly cursor: Cursor;
  readonly faults: FaultList;
  readonly indexOf: ColumnIndex;
  readonly originOf: OriginOf;
  /** Reads what `units` and `durations` describe. */
  readonly readForm?: ReadForm | undefined;
  /** True if each row of the component has a unit of its own. */
  readonly hasUnits?: boolean;
  /** Called with each column that is read as numbers; -1 for those of `unpivot`. */
  readonly readsNumbers?: ((column: number) => void) | undefined;
  /** Absent if no column has lengths of time. */
  readonly isLength?: ((column: number) => boolean) | undefined;
  /** Absent if no file is joined. */
  readonly isJoined?: (column: number) => boolean;
  /** Set if the dashboard file says so for a column. */
  readonly timesOf?: ((reference: ColumnReference) => TimeForm | undefined) | undefined;
  readonly budget: Budget;
}

const MARK = /[.,]/;

/**
 * Reads no cell with a point as a plain number, because the point separates thousands in a file with decimal commas.
 */
const withDecimalComma = (cell: RowCell, { cursor }: RowContext): RowCell => {
  const hasMark = (column: number): boolean => cursor.record.hasMark?.(column) ?? MARK.test(cursor.record.text(column));
  return { ...cell, plainNumber: () => (hasMark(cell.column()) ? Number.NaN : cell.plainNumber()) };
};

/** Reads no cell of a column with lengths of time as a plain number, because a number alone has no unit. */
const withLengths = (cell: RowCell, { isLength }: RowContext): RowCell =>
  isLength ? { ...cell, plainNumber: () => (isLength(cell.column()) ? Number.NaN : cell.plainNumber()) } : cell;

export const cellOf = (reference: ColumnReference, context: RowContext): RowCell => {
  const { indexOf, originOf, cursor, timesOf, decimal, isJoined } = context;
  const bound = bindCell(reference, indexOf, originOf, cursor);
  const isOwnText = bound.origin === 'text' && !isJoined?.(bound.column());
  const cell = withLengths(decimal === ',' && isOwnText ? withDecimalComma(bound, context) : bound, context);
  const times = timesOf?.(reference);
  return times ? { ...cell, times } : cell;
};
