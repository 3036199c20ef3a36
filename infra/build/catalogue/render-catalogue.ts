import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, visit } from 'yaml';
import { projectRoot } from '../project-root.ts';
import { loadCatalogue, openShape } from './load-catalogue.ts';
import { capitalize, code, markdownTable } from './markdown.ts';
import { renderIndex } from './render-index.ts';
import { renderShape } from './render-shape.ts';
import { illustrate } from './shape-pictures.ts';

/** The document of the dashboard folder, by its path from the project's root. */
const FOLDER_DOCUMENT = join('infra', 'dashboard', 'README.md');

/** A key of dashboard.yml in the schema. Its inner keys are in `properties`, or in one of two branches. */
interface Key {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
  readonly properties?: Keys;
  readonly then?: Key;
  readonly else?: Key;
}

type Keys = Readonly<Record<string, Key>>;
type Definitions = Readonly<Record<string, Key & { readonly properties: Keys }>>;

const DEFINITION = '#/$defs/';

/** Returns a key with the fields of the definition that it refers to. */
const follow = (key: Key, definitions: Definitions): Key =>
  key.$ref === undefined ? key : { ...definitions[key.$ref.slice(DEFINITION.length)], ...key };

/** Returns the keys inside a key whose value may be a map. */
const keysInside = (key: Key, definitions: Definitions): Keys => {
  const { properties, then, else: otherwise } = follow(key, definitions);
  const inner = [then, otherwise].flatMap((branch) => (branch ? [keysInside(branch, definitions)] : []));
  return properties ?? inner.find((keys) => Object.keys(keys).length > 0) ?? {};
};

/** Writes a value as YAML in one line. */
const inline = (value: unknown): string => {
  const document = new Document(value);
  visit(document, {
    Collection: (_, node) => {
      node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, singleQuote: true }).trim();
};

const renderRow = (name: string, { title, description, examples = [] }: Key): readonly string[] => {
  const meaning = [title, description].flatMap((text) => (text ? [capitalize(text)] : [])).join('. ');
  return [code(name), meaning.replaceAll('<', '\\<'), code(inline(examples[0]))];
};

const omit = (keys: Keys, others: Keys): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([name]) => !(name in others)));

/** The keys whose inner keys have a document of their own: schemas/clients/README.md. */
const DOCUMENTED_ELSEWHERE = new Set(['client', 'apiKey']);

/** Returns keys, each followed by the keys inside it. */
const withInnerKeys = (keys: Keys, definitions: Definitions): Keys =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => [
      [name, key] as const,
      ...(DOCUMENTED_ELSEWHERE.has(name)
        ? []
        : Object.entries(keysInside(key, definitions)).map(([inner, one]) => [`${name}.${inner}`, one] as const)),
    ]),
  );

/** Returns the keys of each table, by the table's heading. */
const keysOfTables = (properties: Keys, definitions: Definitions): Readonly<Record<string, Keys>> => {
  const keysOf = (name: string): Keys => definitions[name]?.properties ?? {};
  const { window, ...file } = keysOf('csvFile');
  const { dataset = {} } = keysOf('rowKeys');
  return {
    'Keys of the dashboard': withInnerKeys(properties, definitions),
    'Keys of an endpoint': { ...keysOf('endpoint'), dataset },
    'Keys of a file': {
      ...file,
      ...omit(keysOf('jsonFile'), file),
      ...(window && withInnerKeys({ window }, definitions)),
    },
    'Keys of a dataset': omit(keysOf('dataset'), keysInside(properties.athena ?? {}, definitions)),
  };
};

/** Matches the table below a heading. */
const tableBelow = (heading: string): RegExp => new RegExp(`(?<=^## ${heading}\\n(?:(?!\\|).*\\n)*)(?:\\|.*\\n)+`, 'm');

/** Returns the path and the text of the dashboard folder's document, with tables of keys from the schema. */
const renderKeys = async (): Promise<readonly [path: string, text: string]> => {
  const { properties, $defs } = JSON.parse(await readFile(join(projectRoot, 'schemas', 'dashboard.json'), 'utf8'));
  let text = await readFile(join(projectRoot, FOLDER_DOCUMENT), 'utf8');
  for (const [heading, keys] of Object.entries(keysOfTables(properties, $defs))) {
    const rows = Object.entries(keys).map(([name, key]) => renderRow(name, follow(key, $defs)));
    const table = markdownTable(['key', 'what it says', 'example'], rows).join('\n');
    text = text.replace(tableBelow(heading), () => table);
  }
  return [FOLDER_DOCUMENT, text];
};

/** Returns the text of every README.md that is generated or has generated tables, by its path from the project's root. */
export const renderCatalogue = async (): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  const sources = await Promise.all(catalogue.map((entry) => illustrate(openShape(entry), catalogue)));
  const { english, chinese } = renderIndex(sources);
  return new Map([
    [join('schemas', 'README.md'), english],
    [join('schemas', 'README.zh-CN.md'), chinese],
    await renderKeys(),
    ...sources.map(
      (source) => [join('schemas', source.family, source.shape.name, 'README.md'), renderShape(source)] as const,
    ),
  ]);
};
