import type { Path } from './read-yaml.ts';

/** Something wrong that dashboard.yml says: at a path of its value, or in a file that it names. */
export interface Finding {
  readonly path: Path;
  /** Whether the value or its key is to blame; the value where left out. */
  readonly part?: 'key' | 'value';
  /** The character to blame in the text at the path, or in the file. */
  readonly index?: number;
  /** A text file in place of dashboard.yml, and what it holds. */
  readonly file?: { readonly name: string; readonly text: string };
  /** What a source or a script lacks takes no endpoint away: the endpoint answers all the same, with it or without. */
  readonly about?: 'data';
  readonly message: string;
  readonly hint: string;
}

/** Whether a definition is right as far as these findings tell. */
export const isDefined = (findings: readonly Finding[]): boolean => findings.every(({ about }) => about === 'data');

/** A path as messages name it, from the dashboard or the endpoint that it is in: `throttle.rate`, `options.type[1]`. */
export const namePath = (path: Path): string => {
  if (path[0] === 'endpoints' && path.length === 2) return 'the endpoint';
  const steps = path[0] === 'endpoints' && path.length > 2 ? path.slice(2) : path;
  return steps
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`))
    .join('');
};

const SECRET = /passw|passphrase|pwd|secret|credential|api_?key|access_?key|private_?key/i;

/** A key that the file does not have: the nearest that it has, or all; of one that names a secret, only that it has no place here. */
export const unknownKey = (path: Path, near: readonly string[], known: readonly string[]): Finding => {
  const name = String(path.at(-1));
  if (SECRET.test(name)) {
    const hint = 'remove it, keep the secret in AWS and name where: token: ssm:/path, database: { secret: arn... }';
    return { path, part: 'key', message: `${namePath(path)} looks like a secret written out`, hint };
  }
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known here: ${known.join(', ')}`;
  return { path, part: 'key', message: `unknown key ${namePath(path)}`, hint };
};
