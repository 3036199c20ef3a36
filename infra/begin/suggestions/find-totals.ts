import { isTotal } from '../../dashboard/data/total-rows.ts';
import type { Texts } from './find-dates.ts';

/** The names of totals rows. */
export interface FoundTotals {
  readonly column: string;
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
      return { totals: { column: name.trim(), names: [...names] } };
  }
  return {};
};
