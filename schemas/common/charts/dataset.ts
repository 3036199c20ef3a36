/** A table of the charting library: labels in the first row and the first column. */
export type Dataset = readonly (readonly (string | number)[])[];

/** The list of rows in either form of a dataset body. */
export const datasetOf = (body: Dataset | { readonly source: Dataset }): Dataset =>
  'source' in body ? body.source : body;
