import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { forReader } from '../../language/language.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { bothNames, chineseWords } from './chinese-names.ts';
import { describeColumn, exampleRow, listColumns, rowLimit } from './describe-columns.ts';
import { type CatalogueEntry, openShape, type ShapeSource, sampleFileOf } from './load-catalogue.ts';
import { fits, tablesOf } from './render-shape.ts';
import { findAlternatives } from './shape-pictures.ts';

/** A component of the catalogue. */
export interface CatalogueComponent {
  readonly component: string;
  readonly source: ShapeSource;
}

/** Lists every component, in the order of the catalogue. */
export const listComponents = (catalogue: readonly CatalogueEntry[]): readonly CatalogueComponent[] =>
  catalogue.flatMap((entry) => {
    const source = openShape(entry);
    return entry.shape.components.map((component) => ({ component, source }));
  });

/** Writes the columns of all tables in one line. */
export const columnsOf = ({ source }: CatalogueComponent): string =>
  tablesOf(source)
    .map(([, name, table]) => (name === 'table' ? listColumns(table) : `${name}: ${listColumns(table)}`))
    .join('; ');

/** Returns the components whose names, sentence or columns contain every word. */
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

const describeTables = (source: ShapeSource): readonly string[] =>
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

/** Describes a component for the terminal: its sentence, picture, columns with codes and examples, and alternatives. */
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
    ...describeTables(source),
    ...(source.description === undefined ? [] : ['', source.description]),
    '',
    `Similar columns: ${alternatives.join(', ')}`,
  ].join('\n');
};
