import { LAMBDA_RUNTIME, RUNTIME_SUPPORTED_UNTIL } from '../../program/lambda-runtime.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';

const WARNED_DAYS = 183;
const DAY_MS = 86_400_000;

/** Warns half a year before Lambda ends its support for the runtime of the functions. `now` is in milliseconds since 1970. */
export const checkRuntime = (now: number): readonly DefinitionProblem[] =>
  Date.parse(RUNTIME_SUPPORTED_UNTIL) - now > WARNED_DAYS * DAY_MS
    ? []
    : [
        {
          path: ['dashboard'],
          severity: 'warning',
          message: `Lambda supports ${LAMBDA_RUNTIME}, the runtime of the functions, until ${RUNTIME_SUPPORTED_UNTIL} and then refuses new functions`,
          hint: 'install the newest version of Wallfeed, and deploy',
        },
      ];
