import type { Selection } from '../config/selection.ts';
import type { CsvFile, CsvRecord, RecordConsumer } from '../csv/csv-record.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Cell, CellPlace, ColumnOrigin, Table } from '../tabular/table.ts';
import { createPredicate, type Predicate } from './conditions.ts';
import { createCursor, createOriginOf } from './cursor.ts';
import { columnPlace, createFaultList, type FaultList } from './fault-list.ts';
import { createColumnIndex, type FileHeader } from './find-columns.ts';
import { createGroupedRows, type GroupedRows } from './grouped-rows.ts';
import { type OutputPlan, planOutput } from './output-plan.ts';
import { createPlainRows } from './plain-rows.ts';
import { checkHeader, NO_HEADER, readHeader } from './read-header.ts';
import type { CellSettings, RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';
import { sortRows } from './sort-rows.ts';
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

/** Receives the records of one file and returns the rows that are selected from them. */
export interface Selector extends RecordConsumer<Table> {
  /**
   * @param rowsBefore number of rows from earlier files of the same table, so that palettes go on where they stopped.
   */
  finish(rowsBefore?: number): Table;
}

/** A selection that is bound to the header of a file. */
interface BoundFile {
  readonly header: FileHeader;
  readonly targets: readonly SelectedTarget[];
  readonly plan: OutputPlan;
  readonly collector: RowCollector | GroupedRows;
  readonly isSelected: Predicate;
  /** Indexes of the columns that `unpivot` turns into rows; empty without `unpivot`. */
  readonly pivots: readonly number[];
}

const NO_FILE: CsvFile = { delimiter: undefined };

const createCollector = (plan: OutputPlan, context: RowContext, selection: Selection, names: readonly string[]) =>
  plan.aggregates.length > 0 ? createGroupedRows(plan, context, names) : createPlainRows(plan, selection, context);

/** True if a row matches all conditions and is in the window. Conditions are tested first. */
const createFilter = ({ window, where }: Selection, request: TimeWindow, context: RowContext): Predicate => {
  const holds = createPredicate(where, context);
  if (!window) return holds;
  const isInWindow = createWindow(window, request, context);
  return where ? () => holds() && isInWindow() : isInWindow;
};

const bindFile = (
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

const noHeader = (): WallfeedError => {
  const message = 'the file has no header';
  const hint = 'give the file a header, or say header: none if its first line is a row';
  return new WallfeedError('SOURCE_INVALID', `The file cannot be read: ${message}.`, [{ message, hint }]);
};

/** Limits the number of rows. If the selection has `rest`, the last row merges all remaining groups. */
const limitRows = (
  rows: readonly SelectedRow[],
  { limit, rest }: Selection,
  collector: RowCollector | GroupedRows,
): readonly SelectedRow[] => {
  if (limit === undefined || rows.length <= limit) return rows;
  if (rest === undefined || !('merge' in collector)) return rows.slice(0, limit);
  return [...rows.slice(0, limit - 1), collector.merge(rows.slice(limit - 1), rest)];
};

const paint = (rows: readonly SelectedRow[], { palettes }: OutputPlan, rowsBefore: number): void => {
  for (const { index, values } of palettes)
    rows.forEach(({ cells }, row) => {
      cells[index] = values[(rowsBefore + row) % values.length] ?? null;
    });
};

const createLocate =
  (rows: readonly SelectedRow[], names: readonly string[]): Table['locate'] =>
  (row, column): CellPlace => {
    const found = rows[row];
    if (!found) return {};
    const { line, lines, columns, rows: count } = found;
    const index = columns[column] ?? -1;
    const place = index === -1 ? { column: undefined, columnName: undefined } : columnPlace(names, index);
    return {
      ...(count === 0 ? {} : { line: lines?.[column] ?? line }),
      columnName: undefined,
      ...place,
      ...(count !== undefined && { rows: count }),
    };
  };

const originOf = ({ column }: SelectedTarget): ColumnOrigin => (column.type === 'time' ? 'milliseconds' : 'text');

/** Creates the table from the selected rows of one file. */
const finishTable = (
  { header, targets, plan, collector }: BoundFile,
  { selection }: SelectionContext,
  faults: FaultList,
  rowsBefore: number,
): Table => {
  const found = collector.finish();
  faults.throwAny();
  const names = targets.map(({ name }) => name);
  const rows = limitRows(sortRows(found, selection.sort, names), selection, collector);
  faults.throwAny();
  paint(rows, plan, rowsBefore);
  return {
    header: names,
    rows: rows.map(({ cells }): readonly Cell[] => cells),
    origins: targets.map(originOf),
    locate: createLocate(rows, header.names),
  };
};

/**
 * Creates a consumer of one file's records for one request.
 * @throws WallfeedError TABLE_COLUMNS, TABLE_CELL, SOURCE_TOO_LARGE (rows, kept cells, memory) from its methods.
 */
export const createSelector = (
  settings: SelectionContext,
  request: TimeWindow,
  budget: Budget = UNLIMITED,
): Selector => {
  let file: BoundFile | undefined;
  const cursor = createCursor();
  const faults = createFaultList(cursor, () => file?.header.names ?? []);

  const addRow = ({ isSelected, collector }: BoundFile): boolean => {
    cursor.sequence += 1;
    return isSelected() ? collector.add() : true;
  };

  const addPivots = (bound: BoundFile): boolean => {
    for (const pivot of bound.pivots) {
      cursor.pivot = pivot;
      cursor.name = bound.header.names[pivot] ?? '';
      if (!addRow(bound)) return false;
    }
    return true;
  };

  return {
    header: (record: CsvRecord, facts: CsvFile) => {
      cursor.record = record;
      const isCommaUnclear = facts.delimiter === ';' && !settings.hasDecimal;
      const header = readHeader(record, facts, settings.hasHeader);
      file = bindFile(header, facts, { ...settings, isCommaUnclear }, request, { cursor, faults, budget });
    },
    row: (record) => {
      const bound = file as BoundFile;
      const { length } = bound.header.names;
      cursor.record = record;
      if (record.length > length && hasFurtherCells(record, length)) {
        faults.refuseRecord({
          fault: `the row has ${record.length} cells, the header ${length}`,
          hint: 'put a cell that contains the delimiter in quotes',
        });
        return !faults.isFull();
      }
      const needsMore = bound.pivots.length > 0 ? addPivots(bound) : addRow(bound);
      return needsMore && !faults.isFull();
    },
    finish: (rowsBefore = 0) => {
      if (!file && settings.needsHeader) throw noHeader();
      file ??= bindFile(NO_HEADER, NO_FILE, settings, request, { cursor, faults, budget });
      return finishTable(file, settings, faults, rowsBefore);
    },
  };
};

/** True if a record has a non-blank cell behind the last column. */
const hasFurtherCells = (record: CsvRecord, length: number): boolean => {
  for (let column = length; column < record.length; column += 1) if (!record.isBlank(column)) return true;
  return false;
};
