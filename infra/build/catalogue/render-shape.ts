import { join } from 'node:path';
import type { Option } from '../../../shared/catalogue/option.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { bodyFields } from './body-fields.ts';
import { describeColumns } from './describe-columns.ts';
import { addressOf, describeExchange, describeRules } from './describe-shape.ts';
import { type CatalogueEntry, isOfOthers, type ShapeSource, sampleFileOf } from './load-catalogue.ts';
import { code, enumerate, escapeCell, markdownTable } from './markdown.ts';
import type { IllustratedSource } from './shape-pictures.ts';

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=\.) (?=[A-Z`])/);

/** Describes the fields of a shape's body, with their limits and the notes of its schema. */
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

/** Describes the options of a shape. */
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

/**
 * Renders the pictures of a shape. If there are several, each has the names of its components above it. The pictures
 * are drawn by this project, not by the platform.
 */
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

/**
 * Lists the tables of a shape, each with its title. A table that depends on an option is listed once for each value of
 * the option.
 */
export const tablesOf = ({
  shape,
}: ShapeSource): readonly (readonly [title: string, name: string, TableDefinition])[] =>
  Object.entries(shape.tables).flatMap(([name, table]) => {
    const optional = shape.optionalTables.includes(name) ? ', which may be left out' : '';
    const title = name === 'table' ? '' : `Table ${code(name)}${optional}:`;
    if (table.kind !== 'chosen') return [[title, name, table] as const];
    return Object.entries(table.of).map(
      ([value, one]) => [`With ${code(`${table.option}: ${value}`)}:`, name, one] as const,
    );
  });

/**
 * True if the sample is an example of this table. A sample has one value of an option, so the tables of other values
 * have no example.
 */
export const fits = (table: TableDefinition, csv: string | undefined): boolean =>
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

/** Returns the text of a shape's README.md. */
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
