import type { Cell } from '../../shared/tabular/table.ts';

/** The rows of a dataset, and what it took to read them. */
export interface DatasetRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Bytes that the service charges for; 0 for services that charge for something else. */
  readonly scannedBytes: number;
  readonly seconds: number;
}
