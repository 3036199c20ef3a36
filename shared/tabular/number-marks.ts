import type { CellFault } from './cell-fault.ts';
import { halfWidth } from './office-number.ts';
import type { Table } from './table.ts';
import { unclearNumber } from './type-cell.ts';

type FileMarks = Pick<Table, 'delimiter' | 'decimal'>;

/**
 * True if nothing says whether the file writes decimals with a comma or a point, and its cells are separated by
 * neither.
 */
export const areMarksOpen = ({ delimiter, decimal }: FileMarks): boolean =>
  decimal === undefined && (delimiter === ';' || delimiter === '\t');

/** Any sign, currency or unit may stand around the number. */
const NUMBER = /^\D*?(\d[\d.,'’\s]*\d)\D*$/u;
const MAX_NUMBER_CHARACTERS = 40;

const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** A decimal point that cannot separate thousands, or several commas between the digits. */
const CLEAR = /^(?:\d+|\d{1,3}(?:[,'’\s]\d{2,3})+)\.\d+$|^\d{1,3}(?:,\d{2,3}){2,}$/u;

export interface ColumnMarks {
  /** True once a number has a decimal point that cannot separate thousands. */
  isDecided: boolean;
  /** The first number that may be read in two ways, such as `1.234`. */
  unclear?: string;
}

/** True if a cell contains a point or a comma, perhaps a full-width one. */
export const containsMark = (cell: string): boolean =>
  cell.includes('.') || cell.includes(',') || cell.includes('．') || cell.includes('，');

const bodyOf = (cell: string): string =>
  cell.length > MAX_NUMBER_CHARACTERS || !containsMark(cell) ? '' : (NUMBER.exec(halfWidth(cell))?.[1] ?? '');

/** True if a number may be read in two ways: `1.234`, `€ 1,234`. */
export const isMarkUnclear = (cell: string): boolean => UNCLEAR.test(bodyOf(cell));

/** Returns true for the first number that may be read in two ways. */
export const lookAtMarks = (marks: ColumnMarks, cell: string, delimiter: string | undefined): boolean => {
  const body = bodyOf(cell);
  if (UNCLEAR.test(body)) {
    // In a file with semicolons, each number such as `1,234` is refused where it is read.
    if (delimiter === ';' && body.includes(',')) return false;
    const isFirst = marks.unclear === undefined;
    marks.unclear ??= cell.trim();
    return isFirst;
  }
  marks.isDecided ||= CLEAR.test(body);
  return false;
};

/**
 * Returns the error of a column if its numbers may be read in two ways, and none of them shows which way is correct.
 */
export const unclearMarks = ({ isDecided, unclear }: ColumnMarks): CellFault | undefined =>
  isDecided || unclear === undefined ? undefined : unclearNumber(unclear);

/** Returns the first cell that may be read in two ways. Undefined if another cell decides. */
export const findUnclearMark = (
  cells: Iterable<string>,
  file: FileMarks,
): { readonly at: number; readonly fault: CellFault } | undefined => {
  if (!areMarksOpen(file)) return undefined;
  const marks: ColumnMarks = { isDecided: false };
  let first = -1;
  let at = 0;
  for (const cell of cells) {
    if (lookAtMarks(marks, cell, file.delimiter)) first = at;
    if (marks.isDecided) return undefined;
    at += 1;
  }
  const fault = unclearMarks(marks);
  return fault && { at: first, fault };
};
