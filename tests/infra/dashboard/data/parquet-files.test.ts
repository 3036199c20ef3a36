import { expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import {
  pageOf,
  plainPage,
  type WrittenChunk,
  type WrittenColumn,
  writeParquet,
} from '../../../support/parquet/write-parquet.ts';

const doubles = (...values: readonly number[]): Buffer => Buffer.from(new Float64Array(values).buffer);

const texts = (...values: readonly string[]): Buffer =>
  Buffer.concat(values.flatMap((value) => [Buffer.from(new Int32Array([value.length]).buffer), Buffer.from(value)]));

const REGION: WrittenColumn = { name: 'region', type: 'bytes', converted: 0 };
const AMOUNT: WrittenColumn = { name: 'amount', type: 'double' };

const regions: WrittenChunk = { pages: [plainPage(2, texts('East', 'West'))], values: 2 };
const amounts = (...values: readonly number[]): WrittenChunk => ({
  pages: [plainPage(2, doubles(...values))],
  values: 2,
});

const fileOf = (columns: readonly WrittenColumn[], chunks: readonly WrittenChunk[], rows = 2): Buffer =>
  writeParquet(columns, [{ rows, chunks }]);

const SALES = fileOf([REGION, AMOUNT], [regions, amounts(5, 7)]);

const SELECT = 'columns: { name: region, value: amount }';

/** Checks a pie over a Parquet file. The name of the file begins in column 21 of line 4. */
const check = async (files: Readonly<Record<string, Buffer>>, source = 'sales.parquet', select = SELECT) => {
  const lines = [
    ...['dashboard: shop', 'timezone: UTC', 'datasets:', `  sales: { parquet: ${source} }`],
    ...['endpoints:', `  pie: { component: 3D Pie Chart, dataset: sales, ${select} }`, ''],
  ];
  const data = Object.entries(files).map(([name, bytes]) => [`data/${name}`, bytes]);
  const folder = await writeFolder({ 'dashboard.yml': lines.join('\n'), ...Object.fromEntries(data) });
  const { errors } = await checkDashboard(folder);
  return errors
    .map((one) => formatDiagnostic(one, one.file.slice(folder.length + 1)).replaceAll(`${folder}/`, ''))
    .join('\n');
};

test('the body of an endpoint over a Parquet file is checked', async () => {
  expect(await check({ 'sales.parquet': SALES })).toBe('');
  const wide = fileOf([REGION, AMOUNT], [regions, amounts(5, Number.NaN)]);
  expect(await check({ 'sales.parquet': wide })).toMatch(/^data\/sales\.parquet.*'NaN' is not a number/s);
});

test('a cell that is no number gets a hint that check accepts, also in a selection of a dataset', async () => {
  const wide = { 'sales.parquet': fileOf([REGION, AMOUNT], [regions, amounts(5, Number.NaN)]) };
  const columns = 'columns: { region: region, total: { sum: amount } }';
  const select = 'columns: { name: region, value: total }';
  const found = await check(wide, `{ file: sales.parquet, ${columns} }`, select);
  expect(found).toContain(
    "amount: 'NaN' is not a number (leave such rows out with `where: { amount: { not: 'NaN' } }`)",
  );
  const [, where] = /`(where: .*)`/.exec(found) ?? [];
  expect(await check(wide, `{ file: sales.parquet, ${where}, ${columns} }`, select)).toBe('');
});

test('check reads a file as the function does, and says why the function cannot', async () => {
  const rows = 50_000_000;
  const runs = Buffer.from([1, 0x80, 0xc2, 0xd7, 0x2f, 0]);
  const equal = [pageOf(2, { 7: { 1: 1, 2: 0 } }, doubles(1)), pageOf(0, { 5: { 1: rows, 2: 8, 3: 3, 4: 3 } }, runs)];
  const bomb = fileOf([AMOUNT], [{ pages: equal, values: rows, dictionaryBytes: equal[0]?.length ?? 0 }], rows);
  const count = 'columns: { name: { constant: all }, value: { sum: amount } }';
  expect(await check({ 'sales.parquet': bomb }, 'sales.parquet', count)).toMatch(/more than 50000 rows/);
  const selected = '{ file: sales.parquet, columns: { amount: { sum: amount } } }';
  expect(await check({ 'sales.parquet': bomb }, selected, count)).toContain(
    'a row group of sales.parquet (rows: 50000000, columns: 1) takes 381.5 MB, more than the 256 MB of the function',
  );
  const packed = fileOf([REGION, AMOUNT], [{ ...regions, codec: 7 }, amounts(5, 7)]);
  expect(await check({ 'sales.parquet': packed })).toContain(
    'sales.parquet is compressed with LZ4_RAW, which cannot be read',
  );
  const cut = Buffer.concat([SALES.subarray(0, 10), SALES.subarray(30)]);
  expect(await check({ 'sales.parquet': cut })).toContain('is damaged or cut short');
});

test('a column that cannot be read is named where it is used, and no reason elsewhere', async () => {
  const INTERVAL: WrittenColumn = { name: 'lead', type: 'fixed', length: 12, converted: 21 };
  const lead = { pages: [plainPage(2, Buffer.alloc(24))], values: 2 };
  const file = fileOf([REGION, AMOUNT, INTERVAL], [regions, amounts(5, 7), lead]);
  expect(await check({ 'sales.parquet': file })).toBe('');
  const used = await check({ 'sales.parquet': file }, 'sales.parquet', 'columns: { name: region, value: lead }');
  expect(used).toMatch(/^dashboard\.yml:6:\d+.*the column lead has the type INTERVAL, which cannot be read/);
  const selected = await check(
    { 'sales.parquet': file },
    '{ file: sales.parquet, columns: { name: region, value: lead } }',
  );
  expect(selected).toMatch(/^dashboard\.yml:4:\d+.*the column lead has the type INTERVAL/);
  expect(await check({ 'sales.parquet': fileOf([INTERVAL], [lead]) })).toMatch(
    /^dashboard\.yml:4:\d+.*sales\.parquet has no column that can be read: the column lead has the type INTERVAL/,
  );
});

test('a file without bytes, and a file of the emulated lake, are refused at their place', async () => {
  expect(await check({ 'sales.parquet': Buffer.alloc(0) })).toContain('sales.parquet has no bytes');
  expect(await check({ 'lake/sales.parquet': SALES }, 'lake/sales.parquet')).toMatch(
    /^dashboard\.yml:4:\d+ +data\/lake\/ holds tables for Athena, and its files are not uploaded/,
  );
});

test('files with other columns are named by their paths in the folder', async () => {
  const files = { 'a.parquet': SALES, 'b.parquet': fileOf([REGION], [regions]) };
  expect(await check(files, "'*.parquet'")).toMatch(/data\/b\.parquet has other columns than data\/a\.parquet/);
});

const notesOf = async (hasZone: boolean, keys = 'sales.parquet', timezone = 'America/New_York') => {
  const at: WrittenColumn = { name: 'at', type: 'int64', logical: { 8: { 1: hasZone, 2: { 1: {} } } } };
  const times = Buffer.from(new BigInt64Array([1_795_161_600_000n, 1_795_165_200_000n]).buffer);
  const bytes = fileOf([REGION, AMOUNT, at], [regions, amounts(5, 7), { pages: [plainPage(2, times)], values: 2 }]);
  const yaml = `dashboard: shop\ntimezone: ${timezone}\ndatasets:\n  sales: { parquet: ${keys} }\nendpoints:\n  pie: { component: 3D Pie Chart, dataset: sales, ${SELECT} }\n`;
  const folder = await writeFolder({ 'dashboard.yml': yaml, 'data/sales.parquet': bytes });
  const { errors, notes } = await checkDashboard(folder);
  expect(errors).toEqual([]);
  return notes.map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint})`);
};

test('times without a zone have a note, because they are read as UTC and those of CSV files are not', async () => {
  const note =
    "the times of column at have no zone and are read as UTC, those of CSV files in America/New_York (write them with a zone, in pandas by .dt.tz_localize('America/New_York'))";
  expect(await notesOf(false)).toEqual([`4:21 ${note}`]);
  expect(await notesOf(false, '{ file: sales.parquet, columns: { region: region, amount: amount } }')).toEqual([]);
  expect(await notesOf(false, 'sales.parquet', 'UTC')).toEqual([]);
  expect(await notesOf(true)).toEqual([]);
});
