import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dataNameOf, findDataName } from '../../../../infra/console/suggestions/data-name.ts';
import { isSeed } from '../../../../infra/dashboard/sql/read-seeds.ts';
import { createFolder } from '../../../support/folders/folder.ts';

const CSV = Buffer.from('name,value\nA,1\n');

test.each([
  ['shares.csv', 'shares.csv'],
  ['Shares 2026.TSV', 'Shares 2026.TSV'],
  ['export.v2.csv', 'export.v2.csv'],
  ['a.sql', 'a.csv'],
  ['a.SQL', 'a.csv'],
  ['a.csv.sql', 'a.csv.csv'],
  ['a.log', 'a.csv'],
  ['table', 'table.csv'],
  ['Total per 1. May', 'Total per 1. May.csv'],
  ['x.csv.', 'x.csv'],
  ['x.csv. ', 'x.csv'],
  ['nul.csv', 'nul-file.csv'],
  ['CON.csv', 'CON-file.csv'],
  ['CON .csv', 'CON-file .csv'],
  ['com1.tar.csv', 'com1-file.tar.csv'],
  ['aux', 'aux-file.csv'],
  ['console.csv', 'console.csv'],
  ['../../a:b.csv', 'a-b.csv'],
  ['C:\\Users\\me\\销售.csv', '销售.csv'],
  ['.csv', 'csv.csv'],
  ['...', 'file.csv'],
])('a table that is dropped as %s is kept as %s', (dropped, kept) => {
  expect(dataNameOf(dropped, CSV)).toBe(kept);
});

test.each([
  ['a.csv.gz', 'a.csv.gz'],
  ['a.gz', 'a.gz'],
  ['a.csv', 'a.csv.gz'],
  ['a.sql', 'a.csv.gz'],
])('a packed table that is dropped as %s is kept as %s', (dropped, kept) => {
  expect(dataNameOf(dropped, gzipSync(CSV))).toBe(kept);
});

test.each([
  ['销'.repeat(300), '.csv', '销'.repeat(66)],
  ['𠮷'.repeat(100), '.tsv', '𠮷'.repeat(50)],
  [`con${' '.repeat(300)}x`, '.csv', 'con-file'],
  ['x'.repeat(200), '.csv', 'x'.repeat(200)],
])('a long name is cut off after a whole character, and keeps its ending: %s%s', (stem, ending, kept) => {
  expect(dataNameOf(`${stem}${ending}`, CSV)).toBe(`${kept}${ending}`);
  expect(dataNameOf(`${stem}${ending}`, CSV, 12)).toBe(`${kept}-12${ending}`);
});

test('a file with a name that is too long for the file system gets a name in data/', async () => {
  const folder = await createFolder();
  const { name } = await findDataName(folder.path, `${'销'.repeat(300)}.csv`, CSV);
  await folder.write(`data/${name}`, 'other');
  expect(await findDataName(folder.path, `${'销'.repeat(300)}.csv`, CSV)).toMatchObject({ isThere: false });
  await folder.remove();
});

test('no dropped file becomes a seed or a device, and every file system accepts its name', () => {
  const part = fc.constantFrom(
    'nul',
    'CON',
    'com1',
    '.',
    ' ',
    'sql',
    '.sql',
    'csv',
    '/',
    '\\',
    ':',
    '-',
    'x',
    '销',
    '\0',
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 3 }),
      (parts, packed, number) => {
        const name = dataNameOf(parts.join(''), packed ? gzipSync(CSV) : CSV, number);
        expect(isSeed(name)).toBe(false);
        expect(name).toMatch(/^[^./\\:\s][^/\\:\0]*[^.\s]$/);
        expect(name).not.toMatch(/^(?:nul|con|com1) *(?:\.|$)/i);
      },
    ),
    { numRuns: 2000 },
  );
});

test('another file of the same name gets a number before its ending', async () => {
  const folder = await createFolder();
  await folder.write('data/a.csv', 'other\n');
  const packed = gzipSync(CSV);
  await folder.write('data/b.csv.gz', 'other');
  expect(await findDataName(folder.path, 'a.sql', CSV)).toEqual({ name: 'a-2.csv', isThere: false });
  expect(await findDataName(folder.path, 'b.csv.gz', packed)).toEqual({ name: 'b-2.csv.gz', isThere: false });
  await folder.write('data/a-2.csv', CSV.toString());
  expect(await findDataName(folder.path, 'a.sql', CSV)).toEqual({ name: 'a-2.csv', isThere: true });
  await folder.remove();
});
