import { writeDuration } from '../folder/duration.ts';
import { HEAD_KEYS } from '../head/head-keys.ts';
import type { Key, SourceKind } from '../kinds/source-kind.ts';
import { KINDS, listKinds } from '../registry/kinds.ts';

type Keys = Readonly<Record<string, Key>>;

/** The parts of schemas/dashboard.json that are made from the keys of the dashboard and the kinds of sources. */
export interface DashboardSchema extends Key {
  readonly properties: Keys;
  readonly $defs: Keys & { readonly dataset: Key & { readonly properties: Keys } };
}

const SECOND = 'secondDatasetSource';

/** Says how long a slot is without `cache`: 10m for `athena`, and 1m for `csv` and `sql`. */
const describeSlots = (kinds: readonly SourceKind[]): string => {
  const groups = Map.groupBy(kinds, ({ slots }) => writeDuration(slots.defaultMs));
  const lengths = Array.from(groups, ([length, ofLength]) => `${length} for ${listKinds(ofLength, 'conjunction')}`);
  return `a duration such as 10m, or a map of \`ttl\` and \`shared\`; ${lengths.join(' and ')} unless given`;
};

/** Refuses a dataset with two kinds: a dataset with one kind cannot have any kind that comes later in the list. */
const secondSources = (kinds: readonly SourceKind[]) =>
  kinds.slice(0, -1).map(({ name }, index) => {
    const others = kinds.slice(index + 1).map((other) => [other.name, { $ref: `#/$defs/${SECOND}` }]);
    return [name, { properties: Object.fromEntries(others) }];
  });

/** Puts the keys of kinds after `database`. */
const topKeys = (kinds: readonly SourceKind[]): Keys => {
  const ofKinds = kinds.flatMap(({ name, keys }) => (keys.top ? [[name, keys.top] as const] : []));
  const own = Array.from(HEAD_KEYS, ([name, { schema }]) => [name, schema] as const);
  return Object.fromEntries(own.flatMap((key) => (key[0] === 'database' ? [key, ...ofKinds] : [key])));
};

/** Leaves the rest of the schema as it is. */
export const renderSchema = (schema: DashboardSchema, kinds = KINDS): DashboardSchema => {
  const { window, cache, stale, expect } = schema.$defs.dataset.properties;
  return {
    ...schema,
    properties: topKeys(kinds),
    $defs: {
      ...schema.$defs,
      dataset: {
        ...schema.$defs.dataset,
        description: `a map of one source, ${listKinds(kinds, 'disjunction')}, and how long its rows are used`,
        properties: {
          ...Object.fromEntries(kinds.map(({ name, keys }) => [name, keys.source])),
          ...Object.assign({}, ...kinds.map(({ keys }) => keys.beside)),
          window,
          cache: { ...cache, description: describeSlots(kinds) },
          stale,
          expect,
        },
        dependentSchemas: Object.fromEntries(secondSources(kinds)),
      },
      [SECOND]: {
        description: `one source alone: ${listKinds(kinds, 'disjunction')}`,
        not: {},
      },
    },
  };
};

type Rows = readonly (readonly string[])[];

const OF_ONE_COMPONENT = ['a file or a table that one component reads', 'no dataset: `csv` or `sql` at the endpoint'];

/** Returns rows by the headings above the tables. */
const tablesOf = (kinds: readonly SourceKind[]): Readonly<Record<string, Rows>> => ({
  'the rows are in': [...kinds.map(({ docs }) => [docs.rows, docs.advice]), OF_ONE_COMPONENT],
  source: kinds.map(({ name, docs }) => [`\`${name}\``, docs.form]),
  ...Object.fromEntries(
    kinds.flatMap(({ name, docs }) =>
      docs.beside ? [[`key beside \`${name}\``, docs.beside.map(([keys, meaning]) => [keys, meaning])]] : [],
    ),
  ),
});

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** Leaves the other tables as they are. */
export const withKindTables = (page: string, kinds = KINDS): string => {
  let text = page;
  for (const [head, rows] of Object.entries(tablesOf(kinds))) {
    const start = text.indexOf(`| ${head} |`);
    const body = text.indexOf('\n', text.indexOf('\n', start) + 1) + 1;
    if (start === -1) throw new Error(`the page has no table with the head ${head}`);
    const end = body + (/^(?:\|.*\n)*/.exec(text.slice(body))?.[0].length ?? 0);
    text = text.slice(0, body) + rows.map(lineOf).join('') + text.slice(end);
  }
  return text;
};
