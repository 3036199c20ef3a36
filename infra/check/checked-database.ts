import type { Diagnostic, TextProblem } from '../dashboard/folder/diagnostic.ts';
import type { Sample, SampledStatement } from './sample-result.ts';

/** A database in which `check` tries the statements of a dashboard. */
export interface CheckedDatabase {
  /** The first error in the seeds. No statement is tried then. */
  readonly failed?: Diagnostic | undefined;
  /** True if the database is that of the developer, so that its tables are those of the statements. */
  readonly isNamed?: boolean;
  /** Prepares a statement. Returns what the database refuses. */
  describe(statement: string): Promise<TextProblem | undefined>;
  /** Returns the first rows of a result; undefined if the statement takes too long. */
  sample(statement: SampledStatement): Promise<Sample | undefined>;
  close(): Promise<void>;
}

/** The warning for a statement that was not tried, because the developer's database does not answer. */
export const NOT_REACHED: TextProblem = {
  offset: 0,
  severity: 'warning',
  message: 'the database cannot be reached, so that the statement was not tried',
  hint: 'start the server, or correct the variable',
};
