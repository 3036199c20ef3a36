import { stringify } from 'yaml';
import type { Reference } from '../../../shared/catalogue/shape.ts';
import type { ChosenTable, FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { KeyCheck } from '../../../shared/tabular/key-checks.ts';
import { type CatalogueEntry, type ShapeSource, sampleFileOf } from './load-catalogue.ts';
import { capitalize, code, decapitalize, enumerate, fenced } from './markdown.ts';

const MAX_BODY_LINES = 40;

const PATHS: Readonly<Record<string, string>> = {
  script: '`POST /script/{endpoint}` or `POST /script/{endpoint}/{library}`',
  frame: '`POST /frame/{endpoint}`, or the path of the endpoint',
};

export const addressOf = (family: string): string => PATHS[family] ?? code(`POST /${family}/{endpoint}`);

const readOptions = ({ read }: ShapeSource): Readonly<Record<string, unknown>> =>
  JSON.parse(read('options.json') ?? '{}');

export const sampleEndpoint = (source: ShapeSource) => {
  const { shape } = source;
  const options = readOptions(source);
  const sources = Object.keys(shape.tables).map((name) =>
    name === 'table' ? ['csv', `${shape.name}.csv`] : [name, { csv: `${name}.csv` }],
  );
  return {
    component: shape.components[0] ?? '',
    ...Object.fromEntries(sources),
    ...(Object.keys(options).length > 0 && { options }),
  };
};

const describeSource = (source: ShapeSource): readonly string[] => [
  '## In dashboard.yml',
  '',
  ...fenced('yaml', stringify({ endpoints: { example: sampleEndpoint(source) } }, { lineWidth: 120 })),
];

const describeTables = ({ shape, read }: ShapeSource): readonly string[] =>
  Object.keys(shape.tables).flatMap((table) => {
    const file = sampleFileOf(table);
    const title = table === 'table' ? 'The rows' : `The rows of ${code(table)}`;
    return [`${title} ([${file}](${file})):`, '', ...fenced('csv', read(file) ?? '')];
  });

const describeResponse = ({ read }: ShapeSource): readonly string[] => {
  const lines = (read('sample.json') ?? '').trimEnd().split('\n');
  const shown = lines.length > MAX_BODY_LINES ? [...lines.slice(0, MAX_BODY_LINES), '…'] : lines;
  const title = lines.length > MAX_BODY_LINES ? 'The beginning of the response' : 'The response';
  return [`${title} ([sample.json](sample.json)):`, '', ...fenced('json', shown.join('\n'))];
};

export const describeExchange = (source: ShapeSource): readonly string[] => [
  ...describeSource(source),
  '## Sample',
  '',
  ...describeTables(source),
  `The request (${addressOf(source.family)}):`,
  '',
  ...fenced('json', '{ "currentTime": 1795172400000, "timePeriod": 60 }'),
  ...describeResponse(source),
];

type Words = (...paths: readonly string[]) => string;

/** Writes `each` before a path with `[]`, because such a path leads to several places. */
const each = (path: string): string => (path.includes('[]') ? `each ${code(path)}` : code(path));

const lists = (path: string): string => (path === '[]' ? 'All lists in the body' : `All lists ${code(path)}`);

const WORDS: Readonly<Record<string, Words>> = {
  sameLength: (first = '', ...others) =>
    others.includes(first)
      ? `${lists(first)} have the same length.`
      : `${capitalize(enumerate(others.map(each)))} ${others.length > 1 ? 'have' : 'has'} as many entries as ${code(first)}.`,
  indexInto: (path = '', list = '') => `Each ${code(path)} is an index into ${code(list)}, from 0.`,
  unique: (path = '') => `Each ${code(path)} is different.`,
  refersTo: (path = '', target = '') => `Each ${code(path)} is one of ${code(target)}.`,
  sameKeys: (first = '', others = '') => `Each ${code(others)} has the \`key<N>\` fields of ${code(first)}.`,
  sameValues: (path = '') => {
    const [, list = '', field = ''] = /^(.*)\[\]\.(\w+)$/.exec(path) ?? [];
    return `Each ${code(list)} has the same values of ${code(field)} in the same order.`;
  },
  columnKeys: (path = '') => `Each ${code(path)} has exactly one \`key<N>\` field, with a number of its own.`,
  realDays: (path = '') => `The date of each ${code(path)} exists in the calendar.`,
  pairColumns: () => 'If rows are objects of `name` and `num`, the header has exactly two entries.',
  twoColumnsTwoLines: () => 'Two series have the type `column` and two the type `line`.',
  drillDownParents: () => 'Each `childrenNodes[].id` is the id of a node whose `hasNodes` is true.',
  oneNotation: () =>
    'Links use the notation of the nodes: `from` and `to` with `id`, `source` and `target` with `node`.',
  withinMaxLevels: () => 'The tree has at most 999 levels.',
  idPatterns: (path = '') =>
    `Advice, logged and never refused: the \`id\` of each ${code(path)} of type 11, 14 or 15 names its kind.`,
};

/** Splits the name of a rule into its function and arguments: `within(a, unique(b))` to `within`, `a`, `unique(b)`. */
const parseName = (name: string): readonly [rule: string, ...paths: readonly string[]] => {
  const [, rule = name, list = ''] = /^(\w+)\((.*)\)$/.exec(name) ?? [];
  const [scope = '', ...inner] = list.split(', ');
  if (rule === 'within') return [rule, scope, inner.join(', ')];
  return [rule, ...(list === '' ? [] : list.split(', '))];
};

/** Reads a name such as `sameLength(legend, series[].data)`. */
export const describeRule = (name: string): string => {
  const [rule, first = '', second = ''] = parseName(name);
  if (rule === 'within') return `In ${each(first)}: ${decapitalize(describeRule(second))}`;
  const words = WORDS[rule];
  if (!words)
    throw new Error(`The rule ${rule} has no description. Add one to infra/build/catalogue/describe-shape.ts.`);
  return words(...parseName(name).slice(1));
};

type CheckWords = (columns: readonly string[], hasFill: boolean) => string;

const CHECKS: Readonly<Record<string, CheckWords>> = {
  completePairs: (columns, hasFill) => {
    const filled = hasFill ? '; the option `fill` sets the value of missing rows' : '';
    return `There is one row for each combination of ${enumerate(columns.map(code))}${filled}.`;
  },
  uniqueKeys: ([column = '']) => `Each ${code(column)} occurs in only one row.`,
  agree: ([column = '', ...by]) =>
    `${code(column)} is the same on ${by.length === 0 ? 'all rows' : `all rows of the same ${enumerate(by.map(code))}`}.`,
  maxLevels: ([column = '', max = '']) => `Each ${code(column)} has at most ${max} levels.`,
};

const describeCheck = ({ name }: KeyCheck, hasFill: boolean): string => {
  const [check, ...columns] = parseName(name);
  const words = CHECKS[check];
  if (!words)
    throw new Error(`The check ${check} has no description. Add one to infra/build/catalogue/describe-shape.ts.`);
  return words(columns, hasFill);
};

const describeKeys = ({ keys }: FixedTable, hasFill: boolean): readonly string[] => [
  ...new Set(keys.map((check) => describeCheck(check, hasFill))),
];

const keyRules = (table: TableDefinition, place: string, hasFill: boolean): readonly string[] =>
  table.kind === 'fixed'
    ? describeKeys(table, hasFill).map((rule) => `${place}${place === '' ? rule : decapitalize(rule)}`)
    : [];

const tableRules = (name: string, table: TableDefinition | ChosenTable, hasFill: boolean): readonly string[] => {
  if (table.kind !== 'chosen') return keyRules(table, name === 'table' ? '' : `Table ${code(name)}: `, hasFill);
  return Object.entries(table.of).flatMap(([value, one]) =>
    keyRules(one, `With ${code(`${table.option}: ${value}`)}: `, hasFill),
  );
};

const describeReference = ({ table, column, to }: Reference): string =>
  to.column === undefined
    ? `Each ${code(`${table}.${column}`)} is the number of a row of ${code(to.table)}, from 1.`
    : `Each ${code(`${table}.${column}`)} is in the column ${code(to.column)} of table ${code(to.table)}.`;

const list = (title: string, rules: readonly string[]): readonly string[] =>
  rules.length > 0 ? [title, '', ...rules.map((rule) => `- ${rule}`), ''] : [];

export const describeRules = ({ shape }: CatalogueEntry): readonly string[] => {
  const tables = Object.entries(shape.tables).flatMap(([name, table]) =>
    tableRules(name, table, 'fill' in shape.options),
  );
  const inTables = [...tables, ...shape.references.map(describeReference)];
  const inBody = [...shape.rules, ...shape.advice].map(({ name }) => describeRule(name));
  const rules = [...list('Rows:', inTables), ...list('Body:', inBody)];
  return rules.length > 0 ? ['## Rules', '', ...rules] : [];
};
