import type { CsvFile, CsvRecord } from '../csv/csv-record.ts';
import { areMarksOpen, type ColumnMarks, lookAtMarks, unclearMarks } from '../tabular/number-marks.ts';
import type { CellPlace } from '../tabular/table.ts';
import { columnPlace, type FaultList } from './fault-list.ts';

interface WatchedColumns {
  readonly columns: readonly number[];
  readonly marks: ColumnMarks;
  place: CellPlace;
}

/**
 * Looks at all rows, because rows that are not selected may show how the file writes decimals. The answer is then the
 * same for every window and every filter.
 */
export interface MarkWatch {
  readonly watch: (columns: readonly number[]) => void;
  readonly look: (record: CsvRecord) => void;
  /** True if a later row may still show how the file writes decimals. */
  readonly isOpen: () => boolean;
  /** Refuses each column whose numbers may be read in two ways. */
  readonly refuse: (faults: FaultList) => void;
}

/** Returns undefined for a file whose decimal mark is known. */
export const createMarkWatch = (
  { delimiter }: CsvFile,
  hasDecimal: boolean,
  names: readonly string[],
): MarkWatch | undefined => {
  if (hasDecimal || !areMarksOpen({ ...(delimiter !== undefined && { delimiter }) })) return undefined;
  const known = new Map<string, WatchedColumns>();
  let open: WatchedColumns[] = [];
  /** A form of `open` that the loop over all rows reads fast. */
  let columns: readonly number[] = [];
  const openOnly = (watched: WatchedColumns[]): void => {
    open = watched;
    columns = [...new Set(watched.flatMap((one) => one.columns))];
  };
  const lookAt = (column: number, record: CsvRecord): void => {
    for (const watched of open) {
      if (!watched.columns.includes(column)) continue;
      if (lookAtMarks(watched.marks, record.text(column), delimiter))
        watched.place = { line: record.lineOf(column), ...columnPlace(names, column) };
    }
    if (open.some(({ marks }) => marks.isDecided)) openOnly(open.filter(({ marks }) => !marks.isDecided));
  };
  return {
    watch: (given) => {
      const key = given.join();
      const own = given.filter((column) => column >= 0 && column < names.length);
      if (known.has(key) || own.length === 0) return;
      const watched = { columns: own, marks: { isDecided: false }, place: {} };
      known.set(key, watched);
      openOnly([...open, watched]);
    },
    look: (record) => {
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index] as number;
        if (record.hasMark?.(column) !== false) lookAt(column, record);
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
