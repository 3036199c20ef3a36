import { isTotal } from '../../dashboard/data/total-rows.ts';
import type { Texts } from './find-dates.ts';

/** The names of totals rows. */
export interface FoundTotals {
  readonly column: string;
  /** The index of the column. */
  readonly index: number;
  readonly names: readonly string[];
}

/** True for a name such as `North Total`, if `North` is another name of the column. */
const isSubtotal = (cell: string, names: ReadonlySet<string>): boolean =>
  [...names].some(
    (name) =>
      name !== '' &&
      ((cell.startsWith(name) && isTotal(cell.slice(name.length))) ||
        (cell.endsWith(name) && isTotal(cell.slice(0, -name.length)))),
  );

/** Matches the first and the last word of a name. */
const EDGES = /^\p{L}+|\p{L}+$/gu;
const CHINESE_TOTAL = /[合总小]计$/;

/** True if a cell may be the name of a totals row. Whether it is one depends on the other names of the column. */
export const mayBeTotal = (cell: string): boolean =>
  [cell, ...(cell.match(EDGES) ?? [])].some((text) => isTotal(text) || CHINESE_TOTAL.test(text));

/** Finds the rows that add up the other rows, by their names in the first column that has such names. */
export const findTotals = ({ header, rows }: Texts, hasHeader: boolean): { readonly totals?: FoundTotals } => {
  if (!hasHeader || rows.length < 2) return {};
  for (const [index, name] of header.entries()) {
    const cells = new Set(rows.map((row) => (row[index] ?? '').trim()));
    const names = new Set([...cells].filter((cell) => isTotal(cell) || (mayBeTotal(cell) && isSubtotal(cell, cells))));
    const others = cells.size > names.size;
    const isOnly = header.filter((one) => one.trim() === name.trim()).length === 1;
    if (names.size > 0 && others && isOnly && name.trim() !== '')
      return { totals: { column: name.trim(), index, names: [...names] } };
  }
  return {};
};

/** Returns the rows that are no totals rows, which show how the cells of a file are written. */
export const withoutTotals = (rows: Texts['rows'], totals: FoundTotals | undefined): Texts['rows'] =>
  totals ? rows.filter((row) => !totals.names.includes((row[totals.index] ?? '').trim())) : rows;
