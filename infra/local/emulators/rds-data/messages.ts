import type { Diagnostic } from '../../../dashboard/diagnostic.ts';
import type { Seed } from '../../../dashboard/seeds/seed.ts';
import type { ResultColumn } from './column-metadata.ts';
import type { SqlFailure } from './errors.ts';
import type { PreparedStatement } from './prepare.ts';
import type { Row } from './result-size.ts';

/** A type that the stand-in does not know by its number: an enumeration of the seeds, or one that the service refuses. */
export interface NamedType {
  readonly oid: number;
  readonly name: string;
  readonly isEnum: boolean;
}

export interface Result {
  readonly columns: readonly ResultColumn[];
  readonly namedTypes: readonly NamedType[];
  readonly rows: readonly Row[];
  /** Which limit the result is over; its rows are then cut short. */
  readonly tooLarge: string | undefined;
  /** Rows that a statement without a result changed. */
  readonly changed: number;
}

/** What the thread that holds the database does, by name: what it is given and what it answers. */
export interface Operations {
  readonly seed: (seeds: readonly Seed[]) => Promise<Diagnostic | undefined>;
  readonly dump: (compression: 'none' | 'gzip') => Promise<Uint8Array>;
  readonly query: (statement: PreparedStatement) => Promise<Result | { readonly failure: SqlFailure }>;
}

export type OperationName = keyof Operations;
