import { Document, visit } from 'yaml';
import { capitalize, code, markdownTable } from '../../build/catalogue/markdown.ts';
import { HEAD_GROUPS } from '../head/head-key.ts';
import { HEAD_KEYS } from '../head/head-keys.ts';
import type { DashboardSchema } from './render-schema.ts';

/** Inner keys are in `properties`, or in one of two branches. */
interface Key {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly $ref?: string;
  readonly properties?: Keys;
  readonly then?: Key;
  readonly else?: Key;
}

type Keys = Readonly<Record<string, Key>>;
type Definitions = Readonly<Record<string, Key>>;

const DEFINITION = '#/$defs/';

const follow = (key: Key, definitions: Definitions): Key =>
  key.$ref === undefined ? key : { ...definitions[key.$ref.slice(DEFINITION.length)], ...key };

const keysInside = (key: Key, definitions: Definitions): Keys => {
  const { properties, then, else: otherwise } = follow(key, definitions);
  const inner = [then, otherwise].flatMap((branch) => (branch ? [keysInside(branch, definitions)] : []));
  return properties ?? inner.find((keys) => Object.keys(keys).length > 0) ?? {};
};

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

const REQUIRED = new Set(['dashboard', 'endpoints']);

const renderHeadRow = (name: string, key: Key): readonly string[] => {
  const [named, meaning = '', example = ''] = renderRow(name, key);
  const without = HEAD_KEYS.get(name)?.without ?? (REQUIRED.has(name) ? 'required' : '');
  return [named ?? '', meaning, key.default === undefined ? without : code(inline(key.default)), example];
};

const renderGroups = (properties: Keys, definitions: Definitions): string =>
  HEAD_GROUPS.map((group) => {
    const ofGroup = Object.entries(properties).filter(([name]) => (HEAD_KEYS.get(name)?.group ?? 'Sources') === group);
    const keys = Object.entries(withInnerKeys(Object.fromEntries(ofGroup), definitions));
    const rows = keys.map(([name, key]) => renderHeadRow(name, follow(key, definitions)));
    return `### ${group}\n\n${markdownTable(['key', 'what it says', 'without it', 'example'], rows).join('\n')}`;
  }).join('\n');

const omit = (keys: Keys, others: Keys): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([name]) => !Object.hasOwn(others, name)));

/** The keys whose inner keys have a document of their own: schemas/clients/README.md. */
const DOCUMENTED_ELSEWHERE = new Set(['client', 'apiKey']);

const withInnerKeys = (keys: Keys, definitions: Definitions): Keys =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => [
      [name, key] as const,
      ...(DOCUMENTED_ELSEWHERE.has(name)
        ? []
        : Object.entries(keysInside(key, definitions)).map(([inner, one]) => [`${name}.${inner}`, one] as const)),
    ]),
  );

const keysOfTables = (definitions: Definitions, properties: Keys): Readonly<Record<string, Keys>> => {
  const keysOf = (name: string): Keys => definitions[name]?.properties ?? {};
  const { window, ...file } = keysOf('csvFile');
  const { dataset = {} } = keysOf('rowKeys');
  return {
    'Keys of an endpoint': { ...keysOf('endpoint'), dataset },
    'Keys of a file': {
      ...file,
      ...omit(keysOf('jsonFile'), file),
      ...(window && withInnerKeys({ window }, definitions)),
    },
    'Keys of a dataset': omit(keysOf('dataset'), keysInside(properties.athena ?? {}, definitions)),
  };
};

const tableBelow = (heading: string): RegExp => new RegExp(`(?<=^## ${heading}\\n(?:(?!\\|).*\\n)*)(?:\\|.*\\n)+`, 'm');

/** Matches the tables of the keys of the dashboard, with their headings. */
const GROUPS = /^### (?:.|\n)*?(?=\n## Keys of an endpoint\n)/m;

/** Leaves the rest of the page as it is. */
export const withKeyTables = (page: string, schema: DashboardSchema): string => {
  const { properties, $defs } = schema as { readonly properties: Keys; readonly $defs: Definitions };
  let text = page.replace(GROUPS, () => renderGroups(properties, $defs));
  for (const [heading, keys] of Object.entries(keysOfTables($defs, properties))) {
    const rows = Object.entries(keys).map(([name, key]) => renderRow(name, follow(key, $defs)));
    const table = markdownTable(['key', 'what it says', 'example'], rows).join('\n');
    text = text.replace(tableBelow(heading), () => table);
  }
  return text;
};
