import type { Reading } from '../tabular/reading.ts';

/** Cells of one table that must name a row of another. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** The table referred to, and its column; without a column, its rows by their number, from 1. */
  readonly to: { readonly table: string; readonly column?: string };
  /**
   * Where in the body the row referred to would stand, or where the reference stands: the first `[]` is then the row's.
   * A function where the endpoint's options or reading decide it.
   */
  readonly path: string | ((options: Readonly<Record<string, unknown>>, reading: Reading) => string);
}

/** Declares a reference: `reference('tips.region', 'regions.name', 'series')`; `reference('radars.row', 'rows', 'radars')`. */
export const reference = (from: string, to: string, path: Reference['path']): Reference => {
  const [table = '', column = ''] = from.split('.');
  const [target = '', key] = to.split('.');
  return { table, column, to: { table: target, ...(key !== undefined && { column: key }) }, path };
};
