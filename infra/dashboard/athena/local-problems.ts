import type { TextProblem } from '../diagnostic.ts';
import { findUnsupported } from './find-unsupported.ts';

const HINT = 'npm start cannot show this dataset; schemas/local-athena.md lists the functions that it runs';

/** Warns of all that the local emulator of Athena refuses to run. */
export const localProblems = (statement: string): readonly TextProblem[] =>
  findUnsupported(statement).map(({ name, offset }) => ({
    offset,
    message: `${name} is not emulated locally; on Athena it may work`,
    hint: HINT,
    severity: 'warning',
  }));
