import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Option } from '../../../shared/catalogue/option.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { bothNames, chineseWords } from '../../language/chinese-names.ts';
import { forReader } from '../../language/language.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { bodyFields } from './body-fields.ts';
import { describeColumn, describeColumns, exampleRow, listColumns, rowLimit } from './describe-columns.ts';
import { addressOf, describeExchange, describeRules } from './describe-shape.ts';
import { type CatalogueEntry, isOfOthers, openShape, type ShapeSource, sampleFileOf } from './load-catalogue.ts';
import { code, enumerate, escapeCell, markdownTable } from './markdown.ts';
import { findAlternatives, type IllustratedSource } from './shape-pictures.ts';

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=\.) (?=[A-Z`])/);

const describeBody = ({ folder, description }: ShapeSource): readonly string[] => {
  const rows = bodyFields(join(folder, 'schema.json')).map(({ path, type, limits, required }) => [
    code(path),
    type,
    path.endsWith(']') || required ? '' : 'optional',
    limits,
  ]);
  const fields = rows.length > 0 ? markdownTable(['field', 'type', ' ', 'limits'], rows) : [];
  const notes = description ? [...sentencesOf(description).map((sentence) => `- ${sentence}`), ''] : [];
  return fields.length + notes.length > 0 ? ['## Body', '', ...fields, ...notes] : [];
};

const describeDefault = ({ required, fallback }: Option<unknown>): string => {
  if (required) return 'required';
  return fallback === undefined ? '' : code(JSON.stringify(fallback));
};

const describeOptions = ({ shape }: CatalogueEntry): readonly string[] => {
  const rows = Object.entries(shape.options).map(([name, option]) => [
    code(name),
    option.meaning ?? '',
    escapeCell(option.expects),
    describeDefault(option),
  ]);
  return rows.length > 0 ? ['## Options', '', ...markdownTable(['option', 'meaning', 'value', 'default'], rows)] : [];
};

const NOTICE = '<!-- Written by `npm run catalogue` from the files of this folder. -->';

const heading = (components: readonly string[]): string =>
  components.length > 2 ? `${components[0]} and ${components.length - 1} more` : enumerate(components);

const describeComponents = (components: readonly string[]): readonly string[] =>
  components.length > 2 ? [`Components: ${components.join(', ')}.`, ''] : [];

/** Puts the names of components above each picture if there are several. */
const showPictures = ({ pictures }: IllustratedSource): readonly string[] =>
  pictures.flatMap(({ file, components }) => [
    ...(pictures.length > 1 ? [`${components.join(', ')}:`, ''] : []),
    `![The sample as ${enumerate(components)}](${file})`,
    '',
  ]);

const describeReadings = ({ shape, read }: ShapeSource): readonly string[] => {
  const { defaultReading } = shape;
  if (defaultReading === undefined) return [];
  const other = defaultReading === 'table' ? 'sample' : 'table';
  const file = `reading.${other}.json`;
  const link = read(file) === undefined ? '' : ` ([${file}](${file}))`;
  return [
    `The interface documents two forms of this body. Endpoints follow the form ${code(defaultReading)} unless they say`,
    `${code(`reading: ${other}`)}${link}. A JSON document may have either form.`,
    '',
  ];
};

/** Lists a table that depends on an option once for each value of the option. */
const tablesOf = ({ shape }: ShapeSource): readonly (readonly [title: string, name: string, TableDefinition])[] =>
  Object.entries(shape.tables).flatMap(([name, table]) => {
    const optional = shape.optionalTables.includes(name) ? ', which may be left out' : '';
    const title = name === 'table' ? '' : `Table ${code(name)}${optional}:`;
    if (table.kind !== 'chosen') return [[title, name, table] as const];
    return Object.entries(table.of).map(
      ([value, one]) => [`With ${code(`${table.option}: ${value}`)}:`, name, one] as const,
    );
  });

/** True if the sample has the value of the option on which the table depends. */
const fits = (table: TableDefinition, csv: string | undefined): boolean =>
  table.kind !== 'fixed' || csv?.split('\n')[0]?.split(',').length === Object.keys(table.columns).length;

const describeTables = (source: ShapeSource): readonly string[] => [
  '## Columns',
  '',
  ...tablesOf(source).flatMap(([title, name, table]) => {
    const sample = source.read(sampleFileOf(name));
    const columns = describeColumns(table, fits(table, sample) ? sample : undefined);
    return title === '' ? columns : [title, '', ...columns];
  }),
];

const listAlternatives = ({ alternatives }: IllustratedSource): readonly string[] => {
  const links = alternatives.map(
    ({ family, shape }) => `[${shape.components[0]}](../../${family}/${shape.name}/README.md)`,
  );
  return [`Components with the most similar columns: ${enumerate(links)}.`, ''];
};

export const renderShape = (source: IllustratedSource): string => {
  const { family, shape, title } = source;
  const lines = [
    `# ${heading(shape.components)}`,
    '',
    NOTICE,
    '',
    `${title}.`,
    '',
    ...showPictures(source),
    ...describeComponents(shape.components),
    ...listAlternatives(source),
    `${isOfOthers(source) ? 'A shape for other front ends' : `Shape ${shape.id} of the interface`}, ${addressOf(family)}. [All components](../../README.md).`,
    '',
    ...describeReadings(source),
    ...describeTables(source),
    ...describeOptions(source),
    ...describeRules(source),
    ...describeBody(source),
    ...describeExchange(source),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};

export interface CatalogueComponent {
  readonly component: string;
  readonly source: ShapeSource;
}

export const listComponents = (catalogue: readonly CatalogueEntry[]): readonly CatalogueComponent[] =>
  catalogue.flatMap((entry) => {
    const source = openShape(entry);
    return entry.shape.components.map((component) => ({ component, source }));
  });

export const columnsOf = ({ source }: CatalogueComponent): string =>
  tablesOf(source)
    .map(([, name, table]) => (name === 'table' ? listColumns(table) : `${name}: ${listColumns(table)}`))
    .join('; ');

export const searchComponents = (
  components: readonly CatalogueComponent[],
  words: readonly string[],
): readonly CatalogueComponent[] =>
  components.filter((one) => {
    const { component, source } = one;
    const names = [component, ...chineseWords(component)].join(' ');
    const text = `${names} ${source.family} ${source.title} ${columnsOf(one)}`.toLowerCase();
    return words.every((word) => text.includes(word.toLowerCase()));
  });

const listTables = (source: ShapeSource): readonly string[] =>
  tablesOf(source).flatMap(([title, name, table]) => {
    const sample = source.read(sampleFileOf(name));
    const example = table.kind === 'fixed' ? exampleRow(table, fits(table, sample) ? sample : undefined) : [];
    const rows =
      table.kind === 'fixed'
        ? Object.entries(table.columns).map(([column, of], index) => [
            `  ${index + 1}`,
            column,
            forReader(describeColumn(of).replaceAll('`', '')),
            forReader(example[index] ? `such as ${example[index]}` : ''),
          ])
        : [['  ', `${listColumns(table)}; the header is sent as data`]];
    const limit = rowLimit(table);
    const head = title === '' ? 'Columns, by position' : title.replaceAll('`', '').replace(/:$/, '');
    return ['', limit === '' ? head : `${head} (${limit})`, formatTable(rows)];
  });

export const describeComponent = (
  { component, source }: CatalogueComponent,
  catalogue: readonly CatalogueEntry[],
): string => {
  const picture = join(source.folder, 'preview.svg');
  const alternatives = findAlternatives(source, catalogue).flatMap(({ shape }) => shape.components[0] ?? []);
  return [
    bothNames(component),
    `  ${source.title}.`,
    ...(existsSync(picture) ? [`  Picture: ${picture}`] : []),
    ...listTables(source),
    ...(source.description === undefined ? [] : ['', source.description]),
    '',
    `Similar columns: ${alternatives.join(', ')}`,
  ].join('\n');
};
