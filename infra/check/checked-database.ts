import type { Diagnostic, TextProblem } from '../dashboard/folder/diagnostic.ts';
import type { Sample, SampledStatement } from './sample-result.ts';

export interface CheckedDatabase {
  /** No statement is tried after an error in the seeds. */
  readonly failed?: Diagnostic | undefined;
  /** The tables of a developer's database are those of the statements. */
  readonly isNamed?: boolean;
  /** Returns what the database refuses. */
  describe(statement: string): Promise<TextProblem | undefined>;
  /** Returns what another engine than that of the stack makes of columns that are neither grouped nor aggregated. */
  checkGroups?(statement: string): Promise<TextProblem | undefined>;
  /** Undefined if the statement takes too long. */
  sample(statement: SampledStatement): Promise<Sample | undefined>;
  close(): Promise<void>;
}

export const NOT_REACHED: TextProblem = {
  offset: 0,
  severity: 'warning',
  message: 'the database cannot be reached, so that the statement was not tried',
  hint: 'start the server, or correct the variable',
};
