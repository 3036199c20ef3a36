import type { TokenReference } from '../../../shared/config/dashboard-config.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
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

/** Finds every token that is read from the environment. Such tokens are valid locally only. */
export const environmentTokens = (file: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => {
  const endpoints = Object.entries((file.endpoints ?? {}) as Readonly<Record<string, { token?: unknown } | null>>);
  return [
    ...fromEnvironment(file.token, ['token']),
    ...endpoints.flatMap(([slug, endpoint]) => fromEnvironment(endpoint?.token, ['endpoints', slug, 'token'])),
  ];
};
