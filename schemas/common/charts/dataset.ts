/** A dataset of the charting library: rows of cells, with labels in the first row and the first column. */
export type Dataset = readonly (readonly (string | number)[])[];

/** Returns the rows of a dataset body in either of its forms. */
export const datasetOf = (body: Dataset | { readonly source: Dataset }): Dataset =>
  'source' in body ? body.source : body;
