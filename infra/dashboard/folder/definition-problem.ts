import type { Place, Problem } from './diagnostic.ts';
import { misplacedKey } from './misplaced-key.ts';
import { didYouMean, inCode, shownName } from './name-words.ts';
import type { Path } from './read-yaml.ts';

/** A problem of dashboard.yml, before `placeProblem` gives it a place. */
export interface DefinitionProblem extends Problem {
  /** The path of the invalid value or key. */
  readonly path: Path;
  /** The invalid part of the entry. Defaults to the value. */
  readonly part?: 'key' | 'value';
  /** The offset of the invalid character in the text at the path. */
  readonly offset?: number;
  /** Place of a problem in a file that dashboard.yml names. */
  readonly place?: Place;
  /** `data` if the endpoint is served in spite of the problem: with an error response, or without its script. */
  readonly about?: 'data';
  /** Warnings and notes are printed and change nothing else. */
  readonly severity?: 'warning' | 'note';
}

/** True if a problem is only a warning or a note. */
export const isWarning = ({ severity }: { readonly severity?: 'warning' | 'note' }): boolean => severity !== undefined;

/** True if an endpoint with these problems can be served. */
export const isDefined = (problems: readonly DefinitionProblem[]): boolean =>
  problems.every((problem) => problem.about === 'data' || isWarning(problem));

/** Writes a path for messages, in backquotes: `throttle.rate`, `options.type[1]`. A path in an endpoint begins below the endpoint. */
export const namePath = (path: Path): string => {
  if (path[0] === 'endpoints' && path.length === 2) return 'the endpoint';
  const steps = path[0] === 'endpoints' && path.length > 2 ? path.slice(2) : path;
  if (steps.length === 0) return '';
  return inCode(
    steps
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${shownName(step)}`))
      .join(''),
  );
};

const CUT = 'a comma ends the value here: quote the SQL, or write it as a block';

/** True if a key is the rest of unquoted SQL: `{ sql: select id, name from x }` has the key `name from x` without a value. */
const isRestOfSql = (map: unknown, key: string): boolean => {
  const { sql, athena = sql, [key]: value } = Object(map);
  return typeof athena === 'string' && !athena.startsWith('file:') && value === null;
};

/** A key and its value without a blank between them. */
const NO_BLANK = /^([A-Za-z]\w*):(.+)$/;

const SECRET = /passw|passphrase|pwd|secret|credential|api_?key|access_?key|private_?key/i;

/** Reports an unknown key. The hint names the nearest known keys, or all. A key that sounds like a secret gets a hint of its own. */
export const unknownKey = (
  path: Path,
  near: readonly string[],
  known: readonly string[],
  map: unknown,
): DefinitionProblem => {
  const name = String(path.at(-1));
  if (isRestOfSql(map, name)) return { path, part: 'key', message: `unknown key ${namePath(path)}`, hint: CUT };
  const [, key, value] = NO_BLANK.exec(name) ?? [];
  if (key !== undefined) {
    const hint = `put a blank after the colon: \`${key}: ${value}\``;
    return { path, part: 'key', message: `unknown key ${namePath(path)}`, hint };
  }
  if (SECRET.test(name)) {
    const hint =
      'remove it, keep the secret in AWS, and write its name or ARN: `token: ssm:/path`, `database: { secret: arn... }`';
    return { path, part: 'key', message: `${namePath(path)} looks like a secret written out`, hint };
  }
  const misplaced = misplacedKey(name, map);
  if (misplaced) return { path, part: 'key', ...misplaced };
  const hint = near.length > 0 ? didYouMean(near.map(inCode)) : `known here: ${known.map(inCode).join(', ')}`;
  return { path, part: 'key', message: `unknown key ${namePath(path)}`, hint };
};
