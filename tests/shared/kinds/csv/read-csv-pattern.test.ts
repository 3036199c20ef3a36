/** @jest-environment node */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ObjectStore, startObjectStore } from '../../../../infra/local/emulators/s3.ts';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { cacheBytesOf, createMemory } from '../../../../shared/cache/create-memory.ts';
import type { Selection } from '../../../../shared/config/selection.ts';
import type { CsvSource, DatasetConfig } from '../../../../shared/config/sources.ts';
import { bindSource } from '../../../../shared/datasets/bind-source.ts';
import { slotOf } from '../../../../shared/datasets/slot.ts';
import { WallfeedError } from '../../../../shared/errors/wallfeed-error.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import { placeOfCell } from '../../../../shared/tabular/column-rows.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = Date.parse('2026-11-20T09:05:00Z');

const HEAD = 'At,Gate,Visitors';
const FILES = {
  'visits-2026-11-18.csv': `${HEAD}\n2026-11-18 10:00,North,1000\n`,
  'visits-2026-11-19.csv': `${HEAD}\n2026-11-19 08:00,North,500\n2026-11-19 23:50,South,3\n`,
  'visits-2026-11-20.csv': `${HEAD}\n2026-11-20 08:05,North,12\n2026-11-20 08:40,South,7\n`,
};
const ONE = `${HEAD}\n${Object.values(FILES)
  .map((text) => text.slice(HEAD.length + 1))
  .join('')}`;

const SELECTION: Selection = {
  window: { of: 'At', last: DAY_MS },
  columns: [
    { name: 'gate', source: { from: 'cell', of: 'Gate' } },
    { name: 'visitors', source: { from: 'sum', of: 'Visitors' } },
  ],
} as Selection;

let folder: string;
let store: ObjectStore;

beforeAll(async () => {
  folder = await writeFolder({ 'data/none.csv': '' });
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data: join(folder, 'data') });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
});
afterAll(() => store.close());

type Files = Readonly<Record<string, string | Buffer>>;

const serve = async (files: Files): Promise<void> => {
  await rm(join(folder, 'data'), { recursive: true });
  await mkdir(join(folder, 'data'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'data', name), content);
  await store.refresh();
};

const memory = createMemory({ entries: 100, bytes: cacheBytesOf(256) });

const read = async (name: string, source: Partial<CsvSource> = { selection: SELECTION }) => {
  const config: DatasetConfig = {
    source: { ...source, source: 'csv', key: `wall/${name}` },
    ttl: MINUTE_MS,
    shared: false,
  };
  const slot = slotOf(config, { currentTime: NOW, timePeriod: 60 }, { now: NOW, timezone: 'UTC' });
  const limits = { deadline: createDeadline(performance.now() + 60_000), budget: UNLIMITED, objects: memory.objects };
  const found = await bindSource(config, 'UTC')(slot, undefined, { ...limits, hasStale: false });
  if ('fault' in found) throw found.fault;
  return found.rows;
};

const refusal = async (files: Files, source?: Partial<CsvSource>) => {
  await serve(files);
  const error = await read('visits-{date}.csv', source).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(WallfeedError);
  const { code, message, details } = error as WallfeedError;
  return { code, message, detail: details[0] };
};

describe('a pattern of CSV files', () => {
  test('`fillDown` never fills a cell with the value of a cell in the previous file', async () => {
    await serve({
      'visits-2026-11-19.csv': `${HEAD}\n2026-11-19 10:00,North,1\n2026-11-19 11:00,,2\n`,
      'visits-2026-11-20.csv': `${HEAD}\n2026-11-20 08:00,,4\n2026-11-20 09:00,South,8\n`,
    });
    const { columns } = await read('visits-{date}.csv', { selection: SELECTION, fillDown: ['Gate'] });
    expect(columns).toEqual([
      ['North', null, 'South'],
      [3, 4, 8],
    ]);
  });

  test('a pattern gives the same rows as one file with the rows of all its files', async () => {
    await serve({ ...FILES, 'all.csv': ONE });
    const { places: _, ...one } = await read('all.csv');
    expect(one.columns).toEqual([
      ['South', 'North'],
      [10, 12],
    ]);
    for (const pattern of ['visits-{date}.csv', 'visits-*.csv']) {
      const { places: _of, ...rows } = await read(pattern);
      expect(rows).toEqual(one);
    }
    const { places: _all, ...all } = await read('all.csv', {});
    expect(await read('visits-*.csv', {})).toMatchObject(all);
  });

  test('a cell of the rows has its place in its own file', async () => {
    await serve({ ...FILES, 'visits-2026-11-19.csv': `${HEAD}\n2026-11-19 08:00,"North\ngate",500\n` });
    const rows = await read('visits-*.csv', {});
    expect([0, 1, 2, 3].map((row) => placeOfCell(rows, row, 2))).toEqual([
      { file: 'visits-2026-11-18.csv', line: 2, column: 3, columnName: 'Visitors' },
      { file: 'visits-2026-11-19.csv', line: 3, column: 3, columnName: 'Visitors' },
      { file: 'visits-2026-11-20.csv', line: 2, column: 3, columnName: 'Visitors' },
      { file: 'visits-2026-11-20.csv', line: 3, column: 3, columnName: 'Visitors' },
    ]);
  });

  test('files of a pattern may have different encodings, and a file without rows adds no rows', async () => {
    const gate = Buffer.from([0xb6, 0xab, 0xc3, 0xc5]);
    await serve({
      'visits-2026-11-19.csv': FILES['visits-2026-11-19.csv'].replace('South', '东门'),
      'visits-2026-11-20.csv': Buffer.concat([Buffer.from(`${HEAD}\n2026-11-20 08:40,`), gate, Buffer.from(',7\n')]),
      'visits-2026-11-21.csv': `${HEAD}\n`,
    });
    expect((await read('visits-{date}.csv')).columns).toEqual([['东门'], [10]]);
  });

  test('the rows of a file that begins like UTF-8 but is GB18030 are counted once', async () => {
    const count = 5_000;
    const like = Buffer.concat([Buffer.from('2026-11-20 08:05,'), Buffer.from([0xc2, 0xa1]), Buffer.from(',1\n')]);
    const other = Buffer.concat([Buffer.from('2026-11-20 08:06,'), Buffer.from([0xb6, 0xab]), Buffer.from(',1\n')]);
    const rows = Array.from({ length: count }, () => like);
    await serve({ 'visits-2026-11-20.csv': Buffer.concat([Buffer.from(`${HEAD}\n`), ...rows, other]) });
    expect((await read('visits-{date}.csv')).columns).toEqual([
      ['隆', '东'],
      [count, 1],
    ]);
  });

  test('changed files are read again, and files that have not changed are kept', async () => {
    await serve(FILES);
    await read('visits-{date}.csv');
    await serve({ ...FILES, 'visits-2026-11-20.csv': `${HEAD}\n2026-11-20 08:05,North,1\n` });
    expect((await read('visits-{date}.csv')).columns).toEqual([
      ['South', 'North'],
      [3, 1],
    ]);
    expect(memory.objects.find('wall/wall/visits-2026-11-20.csv')?.bytes.toString()).toContain('North,1\n');
  });

  test('if no file of the window exists, the error names the first and the last file that was expected', async () => {
    expect(await refusal({ 'visits-2026-10-01.csv': HEAD })).toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: expect.stringContaining('there is no file from visits-2026-11-18.csv to visits-2026-11-21.csv'),
    });
  });

  test('the error for a file of a pattern with other columns names this file and the first one', async () => {
    const other = 'At,Visitors,Gate\n2026-11-20 08:05,12,North\n';
    expect(await refusal({ ...FILES, 'visits-2026-11-20.csv': other })).toMatchObject({
      code: 'TABLE_COLUMNS',
      detail: { file: 'visits-2026-11-20.csv', line: 1, message: expect.stringContaining('visits-2026-11-18.csv') },
    });
  });

  test('files with other delimiters are refused, because 1,234 would mean another number', async () => {
    const other = 'At;Gate;Visitors\n2026-11-20 08:05;North;1,234\n';
    expect(await refusal({ ...FILES, 'visits-2026-11-20.csv': other })).toMatchObject({
      code: 'TABLE_COLUMNS',
      detail: { file: 'visits-2026-11-20.csv', message: expect.stringContaining("separated by ';'") },
    });
  });

  test.each([
    ['a cell that is no number', '2026-11-20 08:05,North,many', 'TABLE_CELL', 2],
    ['a row with too many cells', '2026-11-20 08:05,North,1,2', 'TABLE_COLUMNS', 2],
    ['a quote that is not closed', '2026-11-20 08:05,"North,1', 'SOURCE_INVALID', 2],
  ])('an error names its file and line: %s', async (_, row, code, line) => {
    const files = { ...FILES, 'visits-2026-11-20.csv': `${HEAD}\n${row}\n` };
    const found = await refusal(files);
    expect(found).toMatchObject({ code, detail: { file: 'visits-2026-11-20.csv', line } });
    expect(found.message).toMatch(/[Ff]ile visits-2026-11-20\.csv.*line 2\b/);
  });

  test('all files together count against the limit of one file', async () => {
    const rows = '2026-11-20 08:05,North,1'.padEnd(1023, ' ');
    const large = `${HEAD}\n${`${rows}\n`.repeat(9 * 1024)}`;
    process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = '128';
    const found = await refusal({ 'visits-2026-11-19.csv': large, 'visits-2026-11-20.csv': large });
    process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = '256';
    expect(found.code).toBe('SOURCE_TOO_LARGE');
    expect((await read('visits-{date}.csv')).columns).toEqual([['North'], [18 * 1024]]);
  });
});
