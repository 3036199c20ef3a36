import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { SQL_PARAMETERS, type SqlParameter } from '../../shared/config/sources.ts';
import type { TextProblem } from './diagnostic.ts';
import { didYouMean } from './name-words.ts';

/** The names of all parameters that a statement may use, for messages. */
export const KNOWN_PARAMETERS = SQL_PARAMETERS.map((name) => `:${name}`).join(', ');

/** True for the name of a parameter, without its colon. */
export const isParameter = (name: string): name is SqlParameter => (SQL_PARAMETERS as readonly string[]).includes(name);

interface ParameterUse {
  /** Name of the parameter without its colon. */
  readonly name: string;
  readonly start: number;
}

/** Reports parameters that do not exist. */
export const unknownParameters = (uses: readonly ParameterUse[]): readonly TextProblem[] =>
  uses
    .filter(({ name }) => !isParameter(name))
    .map(({ name, start }) => {
      const near = nearestNames(name, SQL_PARAMETERS, 2).map((one) => `:${one}`);
      const hint = near.length > 0 ? didYouMean(near) : `known are ${KNOWN_PARAMETERS}`;
      return { offset: start, message: `unknown parameter :${name}`, hint };
    });
