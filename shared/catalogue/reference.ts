import type { Reading } from '../tabular/table.ts';

/** A column of one table whose cells must name rows of another table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** The target table and column. Without a column, cells hold row numbers, from 1. */
  readonly to: { readonly table: string; readonly column?: string };
  /**
   * Place in the body of the row referred to, or of the reference itself; the row's index replaces the first `[]`.
   * A function if the place depends on the endpoint's options or reading.
   */
  readonly path: string | ((options: Readonly<Record<string, unknown>>, reading: Reading) => string);
}

/** Declares a reference: `reference('tips.region', 'regions.name', 'series')`; `reference('radars.row', 'rows', 'radars')`. */
export const reference = (from: string, to: string, path: Reference['path']): Reference => {
  const [table = '', column = ''] = from.split('.');
  const [target = '', key] = to.split('.');
  return { table, column, to: { table: target, ...(key !== undefined && { column: key }) }, path };
};
