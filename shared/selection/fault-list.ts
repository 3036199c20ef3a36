import { type Detail, describeDetail, type ErrorCode, WallfeedError } from '../errors/wallfeed-error.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import { shownName } from '../tabular/column-count.ts';
import type { CellPlace } from '../tabular/table.ts';
import type { Cursor } from './cursor.ts';

type Fault = Detail & { readonly code: ErrorCode };

export interface FaultList {
  /**
   * Refuses a cell of the current row. Ignores an error that is already in the list, because several rows of `unpivot`
   * have the same record.
   */
  readonly refuse: (column: number, fault: CellFault) => void;
  readonly refuseAt: (place: CellPlace, fault: CellFault) => void;
  readonly refuseRecord: (fault: CellFault) => void;
  readonly isFull: () => boolean;
  /** @throws WallfeedError TABLE_CELL or TABLE_COLUMNS if there are errors. */
  readonly throwAny: () => void;
}

const keyOf = ({ file = '', line, column, message }: Fault): string => `${file}${line}:${column} ${message}`;

const byPlace = (one: Fault, other: Fault): number =>
  (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);

export const columnPlace = (names: readonly string[], column: number): Pick<CellPlace, 'column' | 'columnName'> => {
  const name = names[column];
  return { column: column + 1, ...(name && { columnName: shownName(name) }) };
};

/** @param placeOf returns the place of a cell of the current row, by its column. */
export const createFaultList = (
  cursor: Cursor,
  placeOf: (column: number) => CellPlace,
  maxDetails: number,
): FaultList => {
  const faults: Fault[] = [];
  const known = new Set<string>();
  const add = (code: ErrorCode, place: CellPlace, { fault: message, hint }: CellFault): void => {
    const added = { code, ...place, message, hint } as Fault;
    const key = keyOf(added);
    if (faults.length >= maxDetails || known.has(key)) return;
    known.add(key);
    faults.push(added);
  };
  return {
    refuse: (column, fault) => {
      cursor.refused = cursor.sequence;
      add('TABLE_CELL', placeOf(column), fault);
    },
    refuseAt: (place, fault) => add('TABLE_CELL', place, fault),
    refuseRecord: (fault) => add('TABLE_COLUMNS', { line: cursor.record.line }, fault),
    isFull: () => faults.length >= maxDetails,
    throwAny: () => {
      const [first, ...others] = faults.sort(byPlace);
      if (!first) return;
      const details = [first, ...others].map(({ code: _, ...detail }): Detail => detail);
      const sentence = `The table does not fit the component: ${describeDetail(details[0] as Detail)}.`;
      throw new WallfeedError(first.code, sentence, details);
    },
  };
};
