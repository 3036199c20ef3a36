import type { Cell } from '../../../shared/tabular/table.ts';
import type { Position } from '../folder/text-position.ts';

/** The rows of a dataset, and what it took to read them. */
export interface DatasetRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Bytes that the service charges for; 0 for services that charge for something else. */
  readonly scannedBytes: number;
  readonly seconds: number;
}

/** Where a query runs. */
export interface QueryPlace {
  readonly region: string;
  /** The workgroup that the user names, and that of the stage. */
  readonly workgroup?: string | undefined;
  readonly stageWorkgroup?: string | undefined;
  /** Calls a service, and explains why AWS refused the call. */
  readonly explained: <Result>(doing: string, call: () => Promise<Result>) => Promise<Result>;
}

/** A query that its service could not run, with the service's message and the place in the statement that it names. */
export class QueryFailure extends Error {
  readonly position: Position | undefined;

  constructor(message: string, position: Position | undefined) {
    super(message);
    this.position = position;
  }
}
