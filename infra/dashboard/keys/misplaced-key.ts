import type { SELECTION_KEYS } from '../../../shared/config/selection-words.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { KINDS } from '../registry/kinds.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The keys of a selection, with the words of SQL that do the same. */
const IN_SQL: Readonly<Record<(typeof SELECTION_KEYS)[number] | 'header' | 'dates', string>> = {
  columns: 'select the columns that the component reads',
  where: 'where ...',
  window: 'where at between :from and :to',
  unpivot: "select 'cpu', cpu from t union all select 'memory', memory from t",
  join: 'left join ... on ...',
  fill: 'generate_series(...) left join ...',
  sort: 'order by ...',
  limit: 'limit ...',
  per: 'row_number() over (partition by series order by value desc) <= 3',
  rest: "case when rank <= 5 then name else 'Others' end",
  unique: 'select distinct ...',
  header: 'name the columns with as',
  dates: "to_timestamp(at, 'DD/MM/YYYY HH24:MI')",
};

/** The keys that name a source, without `dataset`. */
export const SOURCES: readonly string[] = ['json', ...KINDS.map(({ name }) => name)];

/** Returns the problem of a further source beside a dataset, or of a source that only a dataset may have. */
const misplacedSource = (key: string, { dataset }: Fields): Problem | undefined => {
  if (!SOURCES.includes(key)) return undefined;
  if (dataset !== undefined)
    return {
      message: `\`${key}\` is a second source`,
      hint: 'keep one source alone: `csv`, `sql`, `json` or `dataset`',
    };
  const kind = KINDS.find(({ name, isOfEndpoints }) => name === key && !isOfEndpoints);
  if (!kind) return undefined;
  const hint = `write \`datasets: { sales: { ${key}: ${kind.docs.example} } }\` beside \`endpoints\`, and \`dataset: sales\` here`;
  return { message: `\`${key}\` is for datasets only`, hint };
};

/** Returns the problem of `of`, a column of times, in the window of a query. The query itself compares the times. */
const misplacedColumn = (key: string, { last, atMost }: Fields): Problem | undefined =>
  key === 'of' && (last ?? atMost) !== undefined
    ? {
        message: 'the `window` of a query cannot name a column',
        hint: 'write where at between :from and :to in the query',
      }
    : undefined;

/** Returns the problem of `shared` beside the source of a dataset. */
const misplacedShared = (key: string, fields: Fields): Problem | undefined =>
  key === 'shared' && SOURCES.some((source) => source in fields)
    ? { message: '`shared` must be inside `cache`, not beside it', hint: 'write `cache: { ttl: 10m, shared: true }`' }
    : undefined;

const isOfSelection = (key: string): key is keyof typeof IN_SQL => Object.hasOwn(IN_SQL, key);

/** Returns the problem of a selection's key that is beside `csv` or `sql` instead of inside. */
const misplacedSelection = (key: string, fields: Fields): Problem | undefined => {
  if (!isOfSelection(key)) return undefined;
  const kind = KINDS.find(({ name }) => fields[name] !== undefined);
  if (kind?.isFile)
    return {
      message: `\`${key}\` must be inside \`${kind.name}\`, not beside it`,
      hint: `write \`${kind.name}: { file: ..., ${key}: ... }\``,
    };
  if (kind?.isOfEndpoints)
    return { message: `\`${key}\` is for CSV files, and this source is SQL`, hint: `write it in SQL: ${IN_SQL[key]}` };
  if (kind)
    return {
      message: `\`${key}\` is for endpoints, and this is a query`,
      hint: 'write it beside `dataset`, or in SQL',
    };
  if (fields.json === undefined) return undefined;
  return {
    message: `\`${key}\` must be inside \`json\`, not beside it`,
    hint: `write \`json: { file: ..., rows: ..., ${key}: ... }\``,
  };
};

/** Returns the problem of a selection's key that is beside named tables instead of inside one of them. */
const misplacedBesideTables = (key: string, fields: Fields): Problem | undefined => {
  const [table] = Object.entries(fields).find(([, value]) => 'dataset' in Object(value)) ?? [];
  if (table === undefined || !isOfSelection(key)) return undefined;
  const hint = `write it inside each table: \`${table}: { dataset: ..., ${key}: ... }\``;
  return { message: `\`${key}\` must be inside each table, not beside the tables`, hint };
};

const FINDERS = [misplacedSelection, misplacedBesideTables, misplacedSource, misplacedShared, misplacedColumn];

/** Returns the problem of a known key that is in the wrong map; undefined for all other keys. */
export const misplacedKey = (key: string, map: unknown): Problem | undefined =>
  FINDERS.map((find) => find(key, Object(map) as Fields)).find((problem) => problem !== undefined);
