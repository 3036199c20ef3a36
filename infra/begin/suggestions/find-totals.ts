import { isTotal } from '../../dashboard/data/total-rows.ts';
import type { Texts } from './find-dates.ts';

/** The names of totals rows. */
export interface FoundTotals {
  readonly column: string;
  /** The index of the column. */
  readonly index: number;
  readonly names: readonly string[];
}

/** Finds the rows that add up the other rows, by their names in the first column that has such names. */
export const findTotals = ({ header, rows }: Texts, hasHeader: boolean): { readonly totals?: FoundTotals } => {
  if (!hasHeader || rows.length < 2) return {};
  for (const [index, name] of header.entries()) {
    const names = new Set(rows.map((row) => (row[index] ?? '').trim()).filter(isTotal));
    const others = rows.some((row) => !isTotal((row[index] ?? '').trim()));
    const isOnly = header.filter((one) => one.trim() === name.trim()).length === 1;
    if (names.size > 0 && others && isOnly && name.trim() !== '')
      return { totals: { column: name.trim(), index, names: [...names] } };
  }
  return {};
};

/** Returns the rows that are no totals rows, which show how the cells of a file are written. */
export const withoutTotals = (rows: Texts['rows'], totals: FoundTotals | undefined): Texts['rows'] =>
  totals ? rows.filter((row) => !totals.names.includes((row[totals.index] ?? '').trim())) : rows;
