import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { fullWidthProblem } from '../folder/full-width.ts';
import { didYouMean, inCode } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { KINDS } from '../registry/kinds.ts';
import { misplacedKey } from './misplaced-key.ts';

const CUT = 'a comma ends the value here: quote the SQL, or write it as a block';

/** True if a key is the rest of unquoted SQL: `{ sql: select id, name from x }` has the key `name from x` without a value. */
const isRestOfSql = (map: unknown, key: string): boolean => {
  const query = KINDS.filter(({ isFile }) => !isFile).map(({ name }) => Object(map)[name]);
  return Object(map)[key] === null && query.some((text) => typeof text === 'string' && !text.startsWith('file:'));
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
  const fullWidth = fullWidthProblem(name);
  if (fullWidth) return { path, part: 'key', ...fullWidth };
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
