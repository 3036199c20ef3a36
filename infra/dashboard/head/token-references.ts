import type { TokenReference } from '../../../shared/config/dashboard-config.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';

/** Reads `ssm:/path`, `env:NAME`, a list of them, or `none`. Expects what the schema accepts. */
export const compileTokens = (value: unknown): readonly TokenReference[] => {
  if (value === undefined || value === 'none') return [];
  return [value].flat().map((one) => {
    const [, from, name = ''] = /^(ssm|env):(.*)$/.exec(String(one)) ?? [];
    return { from: from === 'env' ? 'env' : 'ssm', name };
  });
};

/** Returns the problem of an `env:` token outside the local stack. */
export const inTemplate = (token: string): { readonly message: string; readonly hint: string } => ({
  message: `${token} would put the secret into the template`,
  hint: 'keep it in the Parameter Store and write `token: ssm:/path`',
});

const fromEnvironment = (token: unknown, path: Path): readonly DefinitionProblem[] => {
  if (Array.isArray(token)) return token.flatMap((one, index) => fromEnvironment(one, [...path, index]));
  if (!String(token).startsWith('env:')) return [];
  return [{ path, ...inTemplate(String(token)) }];
};

/** The keys of dashboard.yml that name places of secrets. */
const SECRET_KEYS = ['token', 'apiKey'] as const;

/** A value of dashboard.yml that may name places of secrets. */
export interface SecretPlaces {
  readonly value: unknown;
  readonly path: Path;
}

const placesIn = (map: unknown, path: Path): readonly SecretPlaces[] =>
  SECRET_KEYS.flatMap((key) => {
    const value = asFields(map)[key];
    if (value === undefined) return [];
    const at = [...path, key];
    return hasFields(value) ? [{ value: value.place, path: [...at, 'place'] }] : [{ value, path: at }];
  });

/** Lists the values of `token` and `apiKey` in a dashboard, with their paths. */
export const secretPlaces = (file: Fields): readonly SecretPlaces[] => [
  ...placesIn(file, []),
  ...Object.entries(asFields(file.endpoints)).flatMap(([slug, one]) => placesIn(one, ['endpoints', slug])),
];

/** Finds every secret that is read from the environment. Such secrets are valid locally only. */
export const environmentTokens = (file: Fields): readonly DefinitionProblem[] =>
  secretPlaces(file).flatMap(({ value, path }) => fromEnvironment(value, path));
