import type { Diagnostic } from '../../../dashboard/folder/diagnostic.ts';
import type { Seed } from '../../../dashboard/seeds/seed.ts';
import type { Refusal } from './describe-statement.ts';
import type { SqlFailure } from './errors.ts';
import type { PreparedStatement } from './prepare.ts';
import type { ResultColumn } from './types.ts';

/** The cells of a row, as PostgreSQL writes them. */
export type Row = readonly (string | null)[];

/**
 * A type whose number is not in the table of supported types: an enumeration of the seeds, or a type that the service
 * refuses.
 */
export interface NamedType {
  readonly oid: number;
  readonly name: string;
  readonly isEnum: boolean;
}

export interface Result {
  readonly columns: readonly ResultColumn[];
  readonly namedTypes: readonly NamedType[];
  readonly rows: readonly Row[];
  /** The error message if the result exceeds a limit; the rows are then incomplete. */
  readonly tooLarge: string | undefined;
  /** Number of rows that a statement without a result set has changed. */
  readonly changed: number;
}

/** The operations of the database thread, with their input and output. */
export type Operations = {
  readonly seed: (seeds: readonly Seed[]) => Promise<Diagnostic | undefined>;
  readonly dump: (compression: 'none' | 'gzip') => Promise<Uint8Array>;
  readonly describe: (statement: string) => Promise<Refusal | undefined>;
  readonly query: (statement: PreparedStatement) => Promise<Result | { readonly failure: SqlFailure }>;
};
