import type { ApiKeyConfig } from '../../../shared/config/dashboard-config.ts';
import { headerFault } from '../clients/check-client.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import { compileTokens } from './token-references.ts';

const DEFAULT_HEADER = 'x-api-key';

/** Returns the place of a key, or the list of places, that an `apiKey` names. */
export const placesOfKey = (value: unknown): unknown => (hasFields(value) ? value.place : value);

/** Returns the API keys of an endpoint, as far as they are valid; undefined if it has none. */
export const compileApiKey = (value: unknown): ApiKeyConfig | undefined => {
  const keys = compileTokens(placesOfKey(value));
  if (keys.length === 0) return undefined;
  const { header, query } = asFields(value);
  return {
    keys,
    header: typeof header === 'string' ? header.toLowerCase() : DEFAULT_HEADER,
    ...(typeof query === 'string' && { query }),
  };
};

/** The parameters of the platform, whose names no key and no other parameter can have. */
export const PLATFORM_PARAMETERS: readonly string[] = ['currentTime', 'timePeriod', 'from', 'to', 'token'];

/** Finds errors in an `apiKey` that the schema cannot express. */
export const checkApiKey = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { header, query } = asFields(value);
  const fault = typeof header === 'string' ? headerFault(header) : undefined;
  const isTaken = typeof query === 'string' && PLATFORM_PARAMETERS.includes(query);
  return [
    ...(fault ? [{ path: [...path, 'header'], ...fault }] : []),
    ...(isTaken
      ? [
          {
            path: [...path, 'query'],
            message: `the parameter ${query} has a meaning of its own`,
            hint: 'write another name, such as key',
          },
        ]
      : []),
  ];
};
