import { CELL_KEYS, SELECTION_KEYS } from '../../../shared/config/selection-words.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { fullWidthProblem } from '../folder/full-width.ts';
import { didYouMean, inCode } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { KINDS } from './kinds.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The keys that only files have, each with the hint for a query. */
const IN_QUERY: Readonly<Record<string, string>> = {
  header: 'name the columns in the query, with as',
  decimal: "convert the texts in the query, such as cast(replace(amount, ',', '.') as decimal(20, 6))",
  unnest: 'unnest the column in the query',
};

const KEYS: ReadonlySet<string> = new Set([...SELECTION_KEYS, ...CELL_KEYS, ...Object.keys(IN_QUERY)]);

/** Without `dataset`. */
export const SOURCES: readonly string[] = ['json', ...KINDS.map(({ name }) => name)];

/** Returns the problem of a further source beside a dataset, or of a source that only a dataset may have. */
const misplacedSource = (key: string, { dataset }: Fields): Problem | undefined => {
  if (!SOURCES.includes(key)) return undefined;
  if (dataset !== undefined)
    return {
      message: say`\`${key}\` is a second source`,
      hint: 'keep one source alone: `csv`, `sql`, `json` or `dataset`',
    };
  const kind = KINDS.find(({ name, isOfEndpoints }) => name === key && !isOfEndpoints);
  if (!kind) return undefined;
  const hint = `write \`datasets: { sales: { ${key}: ${kind.docs.example} } }\` beside \`endpoints\`, and \`dataset: sales\` here`;
  return { message: say`\`${key}\` is for datasets only`, hint };
};

/** Refuses `of`, because the query itself compares the times. */
const misplacedColumn = (key: string, { last, atMost }: Fields): Problem | undefined =>
  key === 'of' && (last ?? atMost) !== undefined
    ? {
        message: 'the `window` of a query cannot name a column',
        hint: 'write where at between :from and :to in the query',
      }
    : undefined;

const misplacedShared = (key: string, fields: Fields): Problem | undefined =>
  key === 'shared' && SOURCES.some((source) => Object.hasOwn(fields, source))
    ? { message: '`shared` must be inside `cache`, not beside it', hint: 'write `cache: { ttl: 10m, shared: true }`' }
    : undefined;

/** Refuses a key of a selection that must be inside the map of its file, or that a query of a dataset cannot have. */
const misplacedSelection = (key: string, fields: Fields): Problem | undefined => {
  if (!KEYS.has(key)) return undefined;
  const kind = KINDS.find(({ name }) => fields[name] !== undefined);
  const mapKey = kind?.mapKey ?? (kind?.isFile ? 'file' : undefined);
  if (kind && mapKey !== undefined)
    return {
      message: say`\`${key}\` must be inside \`${kind.name}\`, not beside it`,
      hint: `write \`${kind.name}: { ${mapKey}: ..., ${key}: ... }\``,
    };
  const { [key]: inQuery } = IN_QUERY;
  if (kind && inQuery !== undefined)
    return { message: say`\`${key}\` is for files, and this is a query`, hint: inQuery };
  if (kind)
    return {
      message: say`\`${key}\` is for endpoints, and this is a query`,
      hint: 'write it beside `dataset`, or in the query',
    };
  if (fields.json === undefined) return undefined;
  return {
    message: say`\`${key}\` must be inside \`json\`, not beside it`,
    hint: `write \`json: { file: ..., rows: ..., ${key}: ... }\``,
  };
};

/** Returns the problem of a selection's key that is beside named tables instead of inside one of them. */
const misplacedBesideTables = (key: string, fields: Fields): Problem | undefined => {
  const sourceOf = (value: unknown) => ['dataset', 'sql'].find((source) => Object.hasOwn(Object(value), source));
  const [table, value] = Object.entries(fields).find(([, one]) => sourceOf(one)) ?? [];
  if (table === undefined || !KEYS.has(key)) return undefined;
  const hint = `write it inside each table: \`${table}: { ${sourceOf(value)}: ..., ${key}: ... }\``;
  return { message: say`\`${key}\` must be inside each table, not beside the tables`, hint };
};

const FINDERS = [misplacedSelection, misplacedBesideTables, misplacedSource, misplacedShared, misplacedColumn];

/** Returns undefined for all other keys. */
export const misplacedKey = (key: string, map: unknown): Problem | undefined =>
  FINDERS.map((find) => find(key, Object(map) as Fields)).find((problem) => problem !== undefined);

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
  if (isRestOfSql(map, name)) return { path, part: 'key', message: say`unknown key ${namePath(path)}`, hint: CUT };
  const [, key, value] = NO_BLANK.exec(name) ?? [];
  if (key !== undefined) {
    const hint = `put a blank after the colon: \`${key}: ${value}\``;
    return { path, part: 'key', message: say`unknown key ${namePath(path)}`, hint };
  }
  if (SECRET.test(name)) {
    const hint =
      'remove it, keep the secret in AWS, and write its name or ARN: `token: ssm:/path`, `database: { secret: arn... }`';
    return { path, part: 'key', message: say`${namePath(path)} looks like a secret written out`, hint };
  }
  const misplaced = misplacedKey(name, map);
  if (misplaced) return { path, part: 'key', ...misplaced };
  const hint = near.length > 0 ? didYouMean(near.map(inCode)) : `known here: ${known.map(inCode).join(', ')}`;
  return { path, part: 'key', message: say`unknown key ${namePath(path)}`, hint };
};
