import type { CsvFile, CsvRecord, RecordConsumer } from '../csv/csv-record.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import type { Table } from '../tabular/table.ts';
import { type BoundFile, bindFile, type SelectionContext } from './bind-file.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { createFaultList } from './fault-list.ts';
import { finishTable } from './finish-table.ts';
import { NO_HEADER, readHeader } from './read-header.ts';
import type { TimeWindow } from './window.ts';

/** Receives the records of one file and returns the rows that are selected from them. */
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

/** True if a record has a non-blank cell behind the last column. */
const hasFurtherCells = (record: CsvRecord, columns: number): boolean => {
  for (let column = columns; column < record.length; column += 1) if (!record.isBlank(column)) return true;
  return false;
};

const furtherCells = (record: CsvRecord, columns: number): CellFault => ({
  fault: `the row has ${record.length} cells, the header ${columns}`,
  hint: 'put a cell that contains the delimiter in quotes',
});

/** Adds the row under the cursor if it is selected. Returns false if no further row is needed. */
const addRow = ({ isSelected, collector }: BoundFile, cursor: Cursor): boolean => {
  cursor.sequence += 1;
  return isSelected() ? collector.add() : true;
};

/** Adds a row for each column that `unpivot` names. */
const addPivots = (file: BoundFile, cursor: Cursor): boolean => {
  for (const pivot of file.pivots) {
    cursor.pivot = pivot;
    cursor.name = file.header.names[pivot] ?? '';
    if (!addRow(file, cursor)) return false;
  }
  return true;
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
  return {
    header: (record, facts) => {
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
        faults.refuseRecord(furtherCells(record, length));
        return !faults.isFull();
      }
      const needsMore = bound.pivots.length > 0 ? addPivots(bound, cursor) : addRow(bound, cursor);
      return needsMore && !faults.isFull();
    },
    finish: (rowsBefore = 0) => {
      if (!file && settings.needsHeader) throw noHeader();
      file ??= bindFile(NO_HEADER, NO_FILE, settings, request, { cursor, faults, budget });
      return finishTable(file, settings, faults, rowsBefore);
    },
  };
};
