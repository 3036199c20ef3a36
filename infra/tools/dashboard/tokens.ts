import type { TokenReference } from '../../../shared/config/dashboard-config.ts';
import type { Finding } from './finding.ts';
import type { Path } from './read-yaml.ts';

/** `ssm:/path`, `env:NAME`, a list of them, or `none`, to where the tokens are kept. Expects what the schema found right. */
export const compileTokens = (value: unknown): readonly TokenReference[] => {
  if (value === undefined || value === 'none') return [];
  return [value].flat().map((one) => {
    const [, from, name = ''] = /^(ssm|env):(.*)$/.exec(String(one)) ?? [];
    return { from: from === 'env' ? 'env' : 'ssm', name };
  });
};

const fromEnvironment = (token: unknown, path: Path): readonly Finding[] => {
  if (Array.isArray(token)) return token.flatMap((one, index) => fromEnvironment(one, [...path, index]));
  if (!String(token).startsWith('env:')) return [];
  const hint = 'keep it in the Parameter Store and write token: ssm:/path';
  return [{ path, message: `${token} would put the secret into the template`, hint }];
};

/** Every token of a dashboard file that is read from the environment: fine locally, never in a template. */
export const environmentTokens = (file: Readonly<Record<string, unknown>>): readonly Finding[] => {
  const endpoints = Object.entries((file.endpoints ?? {}) as Readonly<Record<string, { token?: unknown } | null>>);
  return [
    ...fromEnvironment(file.token, ['token']),
    ...endpoints.flatMap(([slug, endpoint]) => fromEnvironment(endpoint?.token, ['endpoints', slug, 'token'])),
  ];
};
