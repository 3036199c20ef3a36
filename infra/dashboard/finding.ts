import { didYouMean, shownName } from './name-words.ts';
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
  /** A warning is printed and changes nothing: the endpoint is served, and commands succeed. */
  readonly severity?: 'warning';
  readonly message: string;
  readonly hint: string;
}

export const isWarning = ({ severity }: { readonly severity?: 'warning' }): boolean => severity === 'warning';

/** True if a definition is valid as far as these findings tell. */
export const isDefined = (findings: readonly Finding[]): boolean =>
  findings.every((finding) => finding.about === 'data' || isWarning(finding));

/** A path as messages name it, from the dashboard or the endpoint that it is in: `throttle.rate`, `options.type[1]`. */
export const namePath = (path: Path): string => {
  if (path[0] === 'endpoints' && path.length === 2) return 'the endpoint';
  const steps = path[0] === 'endpoints' && path.length > 2 ? path.slice(2) : path;
  return steps
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${shownName(step)}`))
    .join('');
};

const CUT = 'a comma ends the value here: quote the SQL, or write it as a block';

/** Whether a key is the rest of unquoted SQL: `{ sql: select id, name from x }` has the key `name from x`, without a value. */
const isRestOfSql = (map: unknown, key: string): boolean => {
  const { sql, [key]: value } = Object(map);
  return typeof sql === 'string' && !sql.startsWith('file:') && value === null;
};

const SECRET = /passw|passphrase|pwd|secret|credential|api_?key|access_?key|private_?key/i;

/** A key of a map that the file does not have: the nearest that it has, or all; of one that names a secret, only that it has no place here. */
export const unknownKey = (path: Path, near: readonly string[], known: readonly string[], map: unknown): Finding => {
  const name = String(path.at(-1));
  if (isRestOfSql(map, name)) return { path, part: 'key', message: `unknown key ${namePath(path)}`, hint: CUT };
  if (SECRET.test(name)) {
    const hint = 'remove it, keep the secret in AWS and name where: token: ssm:/path, database: { secret: arn... }';
    return { path, part: 'key', message: `${namePath(path)} looks like a secret written out`, hint };
  }
  const hint = near.length > 0 ? didYouMean(near) : `known here: ${known.join(', ')}`;
  return { path, part: 'key', message: `unknown key ${namePath(path)}`, hint };
};
