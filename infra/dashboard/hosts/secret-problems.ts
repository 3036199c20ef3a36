import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { namePath } from '../folder/definition-problem.ts';
import { hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';

const SECRET_NAME = /secret|passw(?:or)?d|token|api-?_?key|^authorization$|^cookie$/i;
const PLACE = /^ssm:(\/[A-Za-z0-9_.-]+)+$/;
/** Matches placeholders, whose values are no secrets. */
const PLACEHOLDER = /^:[A-Za-z]\w*$/;

const writtenOut = (path: Path): DefinitionProblem => ({
  path,
  message: `${namePath(path)} looks like a secret written out`,
  hint: 'keep it in the Parameter Store, and write its place: ssm:/path',
});

const malformed = (path: Path): DefinitionProblem => ({
  path,
  message: `${namePath(path)} does not name a secret`,
  hint: 'write ssm:/path, with letters, digits, dots, hyphens and underscores',
});

/** @param isSecret true below a name that only secrets have. */
export const secretProblems = (value: unknown, path: Path, isSecret = false): readonly DefinitionProblem[] => {
  if (Array.isArray(value)) return value.flatMap((one, index) => secretProblems(one, [...path, index], isSecret));
  if (hasFields(value))
    return Object.entries(value).flatMap(([key, one]) => secretProblems(one, [...path, key], SECRET_NAME.test(key)));
  if (typeof value === 'string' && value.startsWith('ssm:')) return PLACE.test(value) ? [] : [malformed(path)];
  const isText = (typeof value === 'string' && value !== '' && !PLACEHOLDER.test(value)) || typeof value === 'number';
  return isSecret && isText ? [writtenOut(path)] : [];
};

export const placesOfSecrets = (
  value: unknown,
  path: Path,
): readonly { readonly value: string; readonly path: Path }[] => {
  if (typeof value === 'string') return PLACE.test(value) ? [{ value, path }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    placesOfSecrets(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};
