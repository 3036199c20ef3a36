import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { TextProblem } from '../diagnostic.ts';
import { didYouMean } from '../name-words.ts';
import { findUnsupported } from './find-unsupported.ts';
import { EMULATED_FUNCTIONS } from './functions.ts';

const HINT = 'npm start cannot show this dataset; schemas/local-athena.md lists the functions that it runs';

/** Asks whether a function of the list was meant. */
const meant = (name: string): string => {
  const [, called] = /^the function (\w+)$/.exec(name) ?? [];
  const near = called === undefined ? [] : nearestNames(called, EMULATED_FUNCTIONS, 2);
  return near.length > 0 ? `${didYouMean(near)} ` : '';
};

/** Warns of all that the local emulator of Athena refuses to run. */
export const localProblems = (statement: string): readonly TextProblem[] =>
  findUnsupported(statement).map(({ name, offset }) => ({
    offset,
    message: `${name} is not emulated locally; on Athena it may work`,
    hint: meant(name) + HINT,
    severity: 'warning',
  }));
