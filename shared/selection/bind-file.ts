import type { Selection } from '../config/selection.ts';
import type { CsvFile } from '../csv/csv-record.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { createPredicate, type Predicate } from './conditions.ts';
import { createOriginOf } from './cursor.ts';
import { createColumnIndex, type FileHeader } from './find-columns.ts';
import { createGroupedRows, type GroupedRows } from './grouped-rows.ts';
import { type OutputPlan, planOutput } from './output-plan.ts';
import { createPlainRows } from './plain-rows.ts';
import { checkHeader, NO_HEADER } from './read-header.ts';
import type { CellSettings, RowContext } from './row-context.ts';
import type { RowCollector } from './selected-row.ts';
import { type SelectedTarget, targetsOf } from './target-columns.ts';
import { createWindow, type TimeWindow } from './window.ts';

/** The settings of a selection that are the same for all requests and files. */
export interface SelectionContext extends CellSettings {
  readonly selection: Selection;
  readonly definition: TableDefinition;
  readonly options: Readonly<Record<string, unknown>> | undefined;
  /** True if the dashboard file says how the file writes decimals. */
  readonly hasDecimal: boolean;
  /** False if the first record of the file is already a row. */
  readonly hasHeader: boolean;
  /** True if a source without any record is refused. */
  readonly needsHeader: boolean;
}

/** A selection that is bound to the header of a file. */
export interface BoundFile {
  readonly header: FileHeader;
  readonly targets: readonly SelectedTarget[];
  readonly plan: OutputPlan;
  readonly collector: RowCollector | GroupedRows;
  readonly isSelected: Predicate;
  /** Indexes of the columns that `unpivot` turns into rows; empty without `unpivot`. */
  readonly pivots: readonly number[];
}

const createCollector = (plan: OutputPlan, context: RowContext, selection: Selection, names: readonly string[]) =>
  plan.aggregates.length > 0 ? createGroupedRows(plan, context, names) : createPlainRows(plan, selection, context);

/** True if a row matches all conditions and is in the window. Conditions are tested first. */
const createFilter = ({ window, where }: Selection, request: TimeWindow, context: RowContext): Predicate => {
  const holds = createPredicate(where, context);
  if (!window) return holds;
  const isInWindow = createWindow(window, request, context);
  return where ? () => holds() && isInWindow() : isInWindow;
};

/** Binds a selection to the header of a file, and refuses columns and constants that do not fit. */
export const bindFile = (
  header: FileHeader,
  file: CsvFile,
  settings: SelectionContext,
  request: TimeWindow,
  pass: Pick<RowContext, 'cursor' | 'faults' | 'budget'>,
): BoundFile => {
  const { selection, definition, options } = settings;
  const targets = targetsOf(definition, selection, header.names, options);
  if (header !== NO_HEADER) checkHeader(header, targets, settings);
  const isUnpivoted = (selection.unpivot ?? []).length > 0;
  const indexOf = createColumnIndex(header, isUnpivoted);
  const pivots = (selection.unpivot ?? []).map(indexOf);
  const context: RowContext = { ...settings, ...pass, indexOf, originOf: createOriginOf(file.origins, pivots) };
  const plan = planOutput(targets, selection, context);
  const bound: BoundFile = {
    header,
    targets,
    plan,
    collector: createCollector(plan, context, selection, header.names),
    isSelected: createFilter(selection, request, context),
    pivots,
  };
  pass.faults.throwAny();
  return bound;
};
