import type { CsvFile, CsvRecord, RecordConsumer } from '../csv/csv-record.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import type { EmptyReason } from '../tabular/empty-reason.ts';
import { say } from '../tabular/say.ts';
import type { Cell, CellPlace, ColumnOrigin, FileNote, Table } from '../tabular/table.ts';
import { type BoundFile, bindFile, type SelectionContext, type SelectionRequest } from './bind-file.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { columnPlace, createFaultList, type FaultList } from './fault-list.ts';
import type { OutputPlan } from './output-plan.ts';
import type { PrepareRecord } from './prepare-record.ts';
import { NO_HEADER, readHeader } from './read-header.ts';
import type { SelectedRow } from './selected-row.ts';
import { arrangeRows } from './sort-rows.ts';
import type { SelectedTarget } from './target-columns.ts';

const paint = (rows: readonly SelectedRow[], { palettes }: OutputPlan, rowsBefore: number): void => {
  for (const { index, values } of palettes)
    rows.forEach(({ cells }, row) => {
      cells[index] = values[(rowsBefore + row) % values.length] ?? null;
    });
};

const createLocate =
  (rows: readonly SelectedRow[], names: readonly string[], width: number): Table['locate'] =>
  (row, column): CellPlace => {
    const found = rows[row];
    if (!found) return {};
    const { line, lines, columns, rows: count } = found;
    const index = columns[column] ?? -1;
    const isOwn = index !== -1 && index < width;
    const place = isOwn ? columnPlace(names, index) : { column: undefined, columnName: names[index] };
    return {
      ...(count === 0 ? {} : { line: lines?.[column] ?? line }),
      columnName: undefined,
      ...place,
      ...(count !== undefined && { rows: count }),
    };
  };

const originOf = ({ column, source }: SelectedTarget): ColumnOrigin => {
  if (source?.from === 'constant' && source.value === '') return 'constant';
  return column.type === 'time' ? 'milliseconds' : 'text';
};

const finishTable = (
  { header, targets, plan, collector, width }: BoundFile,
  { selection }: SelectionContext,
  faults: FaultList,
  rowsBefore: number,
): Table => {
  const found = collector.finish();
  faults.throwAny();
  const names = targets.map(({ name }) => name);
  const rows = arrangeRows(found, selection, names, collector);
  faults.throwAny();
  paint(rows, plan, rowsBefore);
  return {
    header: names,
    rows: rows.map(({ cells }): readonly Cell[] => cells),
    origins: targets.map(originOf),
    locate: createLocate(rows, header.names, width),
  };
};

export interface Selector extends RecordConsumer<Table> {
  /**
   * @param rowsBefore number of rows from earlier files of the same table, so that palettes go on where they stopped.
   */
  finish(rowsBefore?: number): Table;
}

const NO_FILE: CsvFile = { delimiter: undefined };

const noHeader = (): WallfeedError => {
  const message = 'the file has no header';
  const hint = 'give the file a header, or say header: none if its first line is a row';
  return new WallfeedError('SOURCE_INVALID', `The file cannot be read: ${message}.`, [{ message, hint }]);
};

const hasFurtherCells = (record: CsvRecord, columns: number): boolean => {
  for (let column = columns; column < record.length; column += 1) if (!record.isBlank(column)) return true;
  return false;
};

const furtherCells = (record: CsvRecord, columns: number): CellFault => ({
  fault: say`the row has ${record.length} cells, the header ${columns}`,
  hint: 'put a cell that contains the delimiter in quotes',
});

const reasonOf = ({ sequence: read, inQuestion, newest }: Cursor): EmptyReason => {
  if (read === 0) return { step: 'source', read };
  if (inQuestion === 0) return { step: 'where', read };
  return { step: 'window', read, ...(Number.isFinite(newest) && { newest }) };
};

/**
 * Returns false if no further row is needed. A row whose conditions or time cannot be read is added too, so that the
 * errors of its other cells are found in the same pass.
 */
const addRow = ({ isSelected, collector, moves }: BoundFile, cursor: Cursor): boolean => {
  cursor.sequence += 1;
  if (!isSelected()) return cursor.refused !== cursor.sequence || collector.add();
  cursor.hasSelected = true;
  if (moves.length === 0) return collector.add();
  for (const window of cursor.windows) {
    cursor.window = window;
    cursor.moved = moves[window - 1];
    collector.add();
  }
  return true;
};

const addPivots = (file: BoundFile, cursor: Cursor): boolean => {
  for (const pivot of file.pivots) {
    cursor.pivot = pivot;
    cursor.name = file.header.names[pivot] ?? '';
    if (!addRow(file, cursor)) return false;
  }
  return true;
};

/**
 * @throws WallfeedError TABLE_COLUMNS, TABLE_CELL, SOURCE_TOO_LARGE (rows, kept cells, memory) from the selector's
 * methods.
 */
export const createSelector = (
  settings: SelectionContext,
  request: SelectionRequest,
  budget: Budget = UNLIMITED,
): Selector => {
  let file: BoundFile | undefined;
  /** Further rows may still show how the file writes decimals. */
  let isComplete = false;
  let prepare: PrepareRecord | undefined;
  const notes: FileNote[] = [];
  const cursor = createCursor();
  const placeOf = (column: number): CellPlace =>
    file?.joins?.placeOf(column) ?? {
      line: cursor.record.lineOf(column),
      ...columnPlace(file?.header.names ?? [], column),
    };
  const faults = createFaultList(cursor, placeOf, budget.maxDetails);
  return {
    header: (record, facts) => {
      cursor.record = record;
      const isCommaUnclear = facts.delimiter === ';' && !settings.hasDecimal;
      const header = readHeader(record, facts, settings.hasHeader);
      cursor.lines = facts.headerLines ?? [];
      file = bindFile(header, facts, { ...settings, isCommaUnclear }, request, { cursor, faults, budget });
      prepare = file.createPrepare();
    },
    nextFile: () => {
      prepare = file?.createPrepare();
    },
    row: (record) => {
      const bound = file as BoundFile;
      const { width: length, marks } = bound;
      marks?.look(record);
      if (isComplete) return marks?.isOpen() ?? false;
      const prepared = prepare ? prepare(record) : record;
      cursor.record = bound.joins ? bound.joins.prepare(prepared) : prepared;
      if (record.length > length && hasFurtherCells(record, length)) {
        faults.refuseRecord(furtherCells(record, length));
        return !faults.isFull();
      }
      const needsMore = bound.pivots.length > 0 ? addPivots(bound, cursor) : addRow(bound, cursor);
      isComplete = !needsMore;
      return (needsMore || (marks?.isOpen() ?? false)) && !faults.isFull();
    },
    note: (note) => {
      notes.push(note);
    },
    finish: (rowsBefore = 0) => {
      if (!file && settings.needsHeader) throw noHeader();
      file ??= bindFile(NO_HEADER, NO_FILE, settings, request, { cursor, faults, budget });
      file.marks?.refuse(faults);
      const selected = finishTable(file, settings, faults, rowsBefore);
      const table = notes.length > 0 ? { ...selected, notes } : selected;
      return cursor.hasSelected ? table : { ...table, empty: reasonOf(cursor) };
    },
  };
};
