import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { TextProblem } from '../diagnostic.ts';
import { didYouMean } from '../name-words.ts';
import { describeUnsupported, findUnsupported, type Unsupported } from './find-unsupported.ts';
import { EMULATED_FUNCTIONS } from './functions.ts';

const HINT = 'npm start cannot show this dataset; schemas/local-athena.md lists the functions that it runs';

/** Suggests functions that run locally and have a similar name. Empty if there are none. */
const suggestFunction = ({ name }: Unsupported): string => {
  const [, called] = /^the function (\w+)$/.exec(name) ?? [];
  const near = called === undefined ? [] : nearestNames(called, EMULATED_FUNCTIONS, 2);
  return near.length > 0 ? `${didYouMean(near)} ` : '';
};

/** Warns of everything that the local emulator of Athena refuses to run. */
export const localProblems = (statement: string): readonly TextProblem[] =>
  findUnsupported(statement).map((unsupported) => ({
    offset: unsupported.offset,
    message: describeUnsupported(unsupported),
    hint: unsupported.hint ?? suggestFunction(unsupported) + HINT,
    severity: 'warning',
  }));
