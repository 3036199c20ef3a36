import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Option } from '../../../shared/catalogue/option.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { Blank, Column, ColumnType } from '../../../shared/tabular/column.ts';
import { columnCount } from '../../../shared/tabular/column-count.ts';
import type { ChosenTable, FreeTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { CatalogueEntry } from '../../build/load-catalogue.ts';
import { bodyFields } from './body-fields.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  freeText: 'text as it is',
  number: 'number',
  numberOrText: 'number or text',
  list: 'list of texts, separated by `\\|`',
  numberList: 'list of numbers, separated by `\\|`',
  time: 'time',
};

const BLANKS: Readonly<Record<Blank, string>> = {
  refused: '',
  omitted: 'may be blank',
  empty: "may be blank, then `''`",
};

const describeColumn = ({ type, blank }: Column<unknown>): string =>
  [TYPES[type], BLANKS[blank]].filter(Boolean).join(', ');

const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

const rowWords = ({ rowCount: { min = 0, max, reading } }: TableDefinition): string => {
  const count = min === max ? `exactly ${min}` : max === undefined ? `at least ${min}` : `${min} to ${max}`;
  const where = reading === undefined ? '' : ` in the reading \`${reading}\``;
  return min === 0 && max === undefined ? '' : ` (${count} ${max === 1 ? 'row' : 'rows'}${where})`;
};

const describeCells = ({ first, rest }: FreeTable): string => {
  const [head, others] = [describeColumn(first), describeColumn(rest)];
  return head === others ? `Every cell: ${head}` : `First column: ${head}; the others: ${others}`;
};

const describeTable = (title: string, table: TableDefinition): readonly string[] => {
  if (table.kind === 'fixed') {
    const rows = Object.entries(table.columns).map(([name, column], index) => [
      `${index + 1}`,
      name,
      describeColumn(column),
    ]);
    return [`${title}${rowWords(table)}:`, '', ...markdownTable(['#', 'column', 'cells'], rows)];
  }
  const { min, max } = columnCount(table);
  const columns = `${min === max ? 'exactly' : 'at least'} ${min} ${min === 1 ? 'column' : 'columns'}`;
  const named = table.named
    ? ` Columns that \`${table.named.option}\` names: ${describeColumn(table.named.column)}.`
    : '';
  return [`${title}${rowWords(table)}: the header is data, ${columns}. ${describeCells(table)}.${named}`, ''];
};

const describeTables = (
  [name, table]: readonly [string, TableDefinition | ChosenTable],
  { optionalTables }: Shape,
): readonly string[] => {
  const title =
    name === 'table' ? 'Columns' : `Table \`${name}\`${optionalTables.includes(name) ? ', which may be left out' : ''}`;
  if (table.kind !== 'chosen') return describeTable(title, table);
  return Object.entries(table.of).flatMap(([value, of]) =>
    describeTable(`${title} with \`${table.option}: ${value}\``, of),
  );
};

const fallbackOf = ({ required, fallback }: Option<unknown>): string => {
  if (required) return 'required';
  return fallback === undefined ? '' : `\`${JSON.stringify(fallback)}\``;
};

const describeOptions = (options: Shape['options']): readonly string[] => {
  const rows = Object.entries(options).map(([name, option]) => [`\`${name}\``, option.expects, fallbackOf(option)]);
  return rows.length > 0 ? ['Options:', '', ...markdownTable(['option', 'value', 'default'], rows)] : [];
};

const describeBody = (folder: string, { rules, references, advice }: Shape): readonly string[] => {
  const rows = bodyFields(join(folder, 'schema.json')).map(({ path, type, limits, required }) => [
    `\`${path}\``,
    type,
    path.endsWith(']') || required ? '' : 'optional',
    limits,
  ]);
  const named = [
    ...rules.map(({ name }) => `\`${name}\``),
    ...references.map(({ table, column, to }) => `\`${table}.${column}\` names a row of \`${to.table}\``),
    ...advice.map(({ name }) => `\`${name}\` (advice: logged, never refused)`),
  ];
  const fields = rows.length > 0 ? ['Body:', '', ...markdownTable(['field', 'type', '', 'limits'], rows)] : [];
  return named.length > 0 ? [...fields, `Rules: ${named.join('; ')}.`, ''] : fields;
};

const fenced = (language: string, text: string): readonly string[] => [`\`\`\`${language}`, text.trimEnd(), '```', ''];

/** What a sample's file shows, in the order in which a reader wants it. */
const SAMPLES: readonly (readonly [RegExp, string, string])[] = [
  [/^sample\.(?:.*\.)?csv$/, 'csv', 'A sample table'],
  [/^options\.json$/, 'json', 'with the options'],
  [/^sample\.json$/, 'json', 'The body'],
];

const describeSample = (folder: string): readonly string[] => {
  const files = readdirSync(folder).toSorted();
  return SAMPLES.flatMap(([pattern, language, title]) =>
    files
      .filter((name) => pattern.test(name))
      .flatMap((name) => [
        `${title} (\`${name}\`):`,
        '',
        ...fenced(language, readFileSync(join(folder, name), 'utf8')),
      ]),
  );
};

const ADDRESSES: Readonly<Record<string, string>> = {
  script: '`POST /script/{endpoint}` and `POST /script/{endpoint}/{library}`',
  frame: '`POST /frame/{endpoint}`, with or without a slash at its end',
};

/** What an integrator needs to know of one shape, as lines of Markdown. */
export const describeShape = ({ family, shape, folder }: CatalogueEntry): readonly string[] => [
  `### ${shape.name}`,
  '',
  `${shape.components.join(', ')}`,
  '',
  `${shape.id}, [${family}/${shape.name}](${family}/${shape.name}); ${ADDRESSES[family] ?? `\`POST /${family}/{endpoint}\``}.${
    shape.defaultReading === undefined
      ? ''
      : ` Readings \`table\` and \`sample\`; \`${shape.defaultReading}\` unless the endpoint says otherwise.`
  }`,
  '',
  ...Object.entries(shape.tables).flatMap((entry) => describeTables(entry, shape)),
  ...describeOptions(shape.options),
  ...describeBody(folder, shape),
  ...describeSample(folder),
];
