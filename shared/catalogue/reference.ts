/** Cells of one table that must name a row of another. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** The table referred to, and its column; without a column, its rows by their number, from 1. */
  readonly to: { readonly table: string; readonly column?: string };
  /** Where in the body the row referred to would stand. */
  readonly path: string;
}

/** Declares a reference: `reference('tips.region', 'regions.name', 'series')`; `reference('radars.row', 'rows', 'radars')`. */
export const reference = (from: string, to: string, path: string): Reference => {
  const [table = '', column = ''] = from.split('.');
  const [target = '', key] = to.split('.');
  return { table, column, to: { table: target, ...(key !== undefined && { column: key }) }, path };
};
