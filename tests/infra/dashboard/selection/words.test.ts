import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import {
  BUCKET_UNITS,
  CELL_AGGREGATES,
  CELL_KEYS,
  COLUMN_WORDS,
  CONDITIONS,
  SELECTION_KEYS,
  SOURCE_WORDS,
  WINDOW_KEYS,
  WORDS_BESIDE,
} from '../../../../shared/config/selection-words.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly then?: Node;
  readonly $ref?: string;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const { $defs } = JSON.parse(read('schemas/dashboard.json')) as { $defs: Readonly<Record<string, Node>> };

const keysOf = (node: Node | undefined): readonly string[] =>
  Object.keys(node?.then?.properties ?? node?.properties ?? {}).toSorted();
const BESIDE = Object.values(WORDS_BESIDE).flat();

describe('schemas/dashboard.json', () => {
  test.each([
    ['columnSource', keysOf($defs.columnSource), [...SOURCE_WORDS, ...BESIDE]],
    ['condition', keysOf($defs.condition), CONDITIONS],
    ['csvFile.window', keysOf($defs.csvFile?.properties?.window), WINDOW_KEYS],
    ['rowKeys', keysOf($defs.rowKeys), ['dataset', ...SELECTION_KEYS, ...CELL_KEYS]],
    [
      'csvFile',
      keysOf($defs.csvFile),
      ['file', 'encoding', 'delimiter', 'decimal', 'header', 'comments', ...CELL_KEYS, ...SELECTION_KEYS],
    ],
  ])('%s of schemas/dashboard.json has the words of a selection, and no others', (place, keys, words) => {
    const expected = new Set<string>(words);
    const changes = [
      ...[...expected].filter((word) => !keys.includes(word)).map((word) => `add \`${word}\` to ${place}`),
      ...keys.filter((key) => !expected.has(key)).map((key) => `remove \`${key}\` from ${place}`),
    ];
    expect(changes.map((change) => `${change} of schemas/dashboard.json`)).toEqual([]);
  });
});

describe('schemas/selections.md', () => {
  const text = read('schemas/selections.md');
  test.each([...new Set<string>([...SELECTION_KEYS, ...WINDOW_KEYS, ...CONDITIONS, ...SOURCE_WORDS, ...BESIDE])])(
    'the document explains the word %s of a selection',
    (word) => {
      const isExplained = new RegExp(`\`[^\`\n]*\\b${word}\\b[^\`\n]*\`|^ +${word}:`, 'm').test(text);
      expect(isExplained ? '' : `explain \`${word}\` in schemas/selections.md`).toBe('');
    },
  );
});

const sourceWith = (word: string): string => {
  if (word === 'by') return '{ last: Amount, by: Missing }';
  if (word === 'of') return '{ percent: Amount, of: Missing }';
  if (word === 'percent') return '{ percent: Missing, of: Amount }';
  return word === 'map' ? '{ map: Missing, to: { a: 1 } }' : `{ ${word}: Missing }`;
};

const CASES: readonly (readonly [string, string])[] = [
  ...COLUMN_WORDS.map((word) => [word, `columns: { name: Region, value: ${sourceWith(word)} }`] as const),
  ['list', 'columns: { name: { list: [Region, Missing] }, value: Amount }'],
  ...[...CELL_AGGREGATES, 'count'].map(
    (word) =>
      [
        `${word} where`,
        `columns: { name: Region, value: { ${word}: ${word === 'count' ? 'rows' : 'Amount'}, where: { Missing: x } } }`,
      ] as const,
  ),
  ['columns', 'columns: { name: Missing, value: Amount }'],
  ['where', 'where: { Missing: x }, columns: { name: Region, value: Amount }'],
  ['window', 'window: Missing, columns: { name: Region, value: Amount }'],
  ['window of', 'window: { of: Missing, last: 1h }, columns: { name: Region, value: Amount }'],
  ['join', 'join: { g: { file: sales.csv, on: { Missing: Region } } }, columns: { name: Region, value: Amount }'],
  ['unpivot', 'unpivot: [Amount, Missing], columns: { name: $name, value: $value }'],
];

const FILES = {
  'data/sales.csv': 'Region,Amount\nNorth,4\n',
  'data/sales.json': '{"items":[{"Region":"North","Amount":4}]}',
};

describe('an unknown column of a selection', () => {
  test.each(CASES)('%s: an unknown column is the same error in files, JSON and datasets', async (_word, selection) => {
    const endpoints = endpointsFile(
      `  file: { component: Map, csv: { file: sales.csv, ${selection} } }`,
      `  json: { component: Map, json: { file: sales.json, rows: items, ${selection} } }`,
      `  dataset: { component: Map, dataset: sales, ${selection} }`,
      `  query: { component: Map, dataset: query, ${selection} }`,
    );
    const datasets =
      'datasets:\n  sales: { csv: sales.csv }\n  query: { sql: \'select region as "Region", amount as "Amount" from sales\' }\n';
    const text = `${endpoints}${datasets}`;
    const folder = await writeFolder({ ...FILES, 'dashboard.yml': text });
    const { errors } = await checkDashboard(folder);
    expect(errors.map(({ message }) => message)).toEqual(Array(4).fill(expect.stringMatching(/no column '?Missing'?/)));
    const columnIn = (line: string): number => line.indexOf('Missing') + 1;
    expect(errors.map(({ endpoint, line, column }) => ({ endpoint, line, column }))).toEqual(
      ['file', 'json', 'dataset', 'query'].map((endpoint, index) => ({
        endpoint,
        line: index + 3,
        column: columnIn(text.split('\n')[index + 2] ?? ''),
      })),
    );
  });
});

test('every span of time is a word for the source of a column', () => {
  expect(SOURCE_WORDS.filter((word) => (BUCKET_UNITS as readonly string[]).includes(word))).toEqual([...BUCKET_UNITS]);
});
