/** A seed file: SQL that fills the local database. */
export interface Seed {
  readonly file: string;
  readonly text: string;
}

/** Where a seed is wrong, and the reason that the database gives; `line` and `column` count from 1. */
export interface SeedFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
