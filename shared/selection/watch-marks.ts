import type { CsvFile, CsvRecord } from '../csv/csv-record.ts';
import { areMarksOpen, type ColumnMarks, lookAtMarks, unclearMarks } from '../tabular/number-marks.ts';
import type { CellPlace } from '../tabular/table.ts';
import { columnPlace, type FaultList } from './fault-list.ts';

/** Columns of a file whose numbers are read together: one column, or those of `unpivot`. */
interface WatchedColumns {
  readonly columns: readonly number[];
  readonly marks: ColumnMarks;
  place: CellPlace;
}

/**
 * Looks at the numbers of all rows, because rows that are not selected may show how the file writes decimals. The
 * answer is then the same for every window and every filter.
 */
export interface MarkWatch {
  /** Adds columns that are read as numbers. */
  readonly watch: (columns: readonly number[]) => void;
  readonly look: (record: CsvRecord) => void;
  /** True if a later row may still show how the file writes decimals. */
  readonly isOpen: () => boolean;
  /** Refuses each column whose numbers may be read in two ways. */
  readonly refuse: (faults: FaultList) => void;
}

/** Watches the columns of a file that may write decimals with a comma or with a point; undefined for any other file. */
export const createMarkWatch = (
  { delimiter }: CsvFile,
  hasDecimal: boolean,
  names: readonly string[],
): MarkWatch | undefined => {
  if (hasDecimal || !areMarksOpen({ ...(delimiter !== undefined && { delimiter }) })) return undefined;
  const known = new Map<string, WatchedColumns>();
  let open: WatchedColumns[] = [];
  const lookAt = (watched: WatchedColumns, column: number, record: CsvRecord): void => {
    if (record.hasMark?.(column) === false || !lookAtMarks(watched.marks, record.text(column), delimiter)) return;
    watched.place = { line: record.lineOf(column), ...columnPlace(names, column) };
  };
  return {
    watch: (columns) => {
      const key = columns.join();
      const own = columns.filter((column) => column >= 0 && column < names.length);
      if (known.has(key) || own.length === 0) return;
      const watched = { columns: own, marks: { isDecided: false }, place: {} };
      known.set(key, watched);
      open.push(watched);
    },
    look: (record) => {
      for (const watched of open) {
        for (const column of watched.columns) lookAt(watched, column, record);
        if (watched.marks.isDecided) open = open.filter((one) => one !== watched);
      }
    },
    isOpen: () => open.some(({ marks }) => marks.unclear !== undefined),
    refuse: (faults) => {
      for (const { marks, place } of open) {
        const fault = unclearMarks(marks);
        if (fault) faults.refuseAt(place, fault);
      }
    },
  };
};
