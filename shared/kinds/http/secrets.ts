import type { Deadline } from '../../aws/deadline.ts';
import type { AnswerProbe } from '../source-kind.ts';
import { failed } from './failures.ts';
import { secretNames } from './secret-names.ts';
import type { HostCall, HostConfig } from './source.ts';

/** The values of secrets by their names. */
export type Secrets = ReadonlyMap<string, string>;

/**
 * Reads the secrets of a host and of a call from the parameter store. Values are cached for some minutes.
 * @throws WallfeedError SOURCE_DENIED if there is no value.
 */
export const readSecrets = async (
  { host, query, headers, body, form }: HostCall,
  deadline: Deadline,
  secretOf?: AnswerProbe['secretOf'],
): Promise<Secrets> => {
  const names = secretNames([host, query, headers, body, form]);
  if (names.length === 0) return new Map();
  const { readToken } = await import('../../token/read-token.ts');
  const read = async (name: string) => {
    const value = secretOf ? secretOf(name) : await readToken({ from: 'ssm', name }, () => deadline);
    if (value !== undefined) return [name, value] as const;
    const message = 'a secret of it cannot be read';
    const hint = 'store the parameter, locally in .secrets.yml; the log names it';
    throw failed(host.name, { code: 'SOURCE_DENIED', message, hint, cause: { name: 'NoSecret' } });
  };
  return new Map(await Promise.all(names.map(read)));
};

const encodedForms = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll('%20', '+'),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];

/** Number of characters of a secret below which it is too short to be searched for. */
const MIN_CHARS = 3;

/** Replaces secrets in a text, also where they are encoded. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((one) => one.split('\n').flatMap(encodedForms))
    .filter((one) => one.length >= MIN_CHARS)
    .toSorted((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text);

const MAX_LOGGED_CHARS = 200;

/** Writes the beginning of an unusable answer to the log, without secrets and control characters. */
export const logAnswer = ({ name }: HostConfig, status: number, body: Buffer, secrets: readonly string[]): void => {
  const text = withoutSecrets(body.toString('utf8', 0, MAX_LOGGED_CHARS * 8), secrets)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_LOGGED_CHARS);
  console.warn(JSON.stringify({ host: name, status, answer: text }));
};
