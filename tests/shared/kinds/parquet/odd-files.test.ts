import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { Selection } from '../../../../shared/config/selection.ts';
import { openParquet } from '../../../../shared/kinds/parquet/open-parquet.ts';
import { readRows } from '../../../../shared/kinds/parquet/read-rows.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import type { Thrift } from '../../../support/parquet/thrift.ts';
import { pageOf, plainPage, type WrittenColumn, writeParquet } from '../../../support/parquet/write-parquet.ts';

const read = async (bytes: Buffer, selection?: Selection) => {
  const buffer = new Uint8Array(bytes).buffer;
  const file = await openParquet(
    { byteLength: bytes.length, slice: (from, to) => buffer.slice(from, to) },
    'a.parquet',
  );
  const window = { currentTime: 0, timePeriod: 1 };
  const table = await readRows([{ file, partitions: [] }], {
    selection,
    timezone: 'UTC',
    window,
    spans: [],
    budget: UNLIMITED,
  });
  return table.rows;
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

const texts = (...values: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(
    values.map((value) => Buffer.from(value as Uint8Array)).flatMap((value) => [int32(value.length), value]),
  );

const fileOf = (column: WrittenColumn, rows: number, pages: readonly Buffer[], more = {}, footer = {}): Buffer =>
  writeParquet([column], [{ rows, chunks: [{ pages, values: rows, ...more }] }], footer);

const cellsOf = (name: string): Selection => ({ columns: [{ name, source: { from: 'cell', of: name } }] });

const [RLE, RLE_DICTIONARY] = [3, 8];
const GZIP = 2;

test('Booleans that are written as runs are read in pages of both versions, packed or not', async () => {
  const runs = Buffer.concat([int32(2), Buffer.from([3, 0b0110])]);
  const column: WrittenColumn = { name: 'paid', type: 'boolean' };
  const rows = [['false'], ['true'], ['true'], ['false']];
  const first = pageOf(0, { 5: { 1: 4, 2: RLE, 3: RLE, 4: RLE } }, runs);
  expect(await read(fileOf(column, 4, [first]))).toEqual(rows);
  const second = (packed: boolean | undefined, body: Buffer) =>
    pageOf(
      3,
      { 8: { 1: 4, 2: 0, 3: 4, 4: RLE, 5: 0, 6: 0, 7: packed } as { readonly [id: number]: Thrift } },
      body,
      runs.length,
    );
  expect(await read(fileOf(column, 4, [second(false, runs)], { codec: GZIP }))).toEqual(rows);
  expect(await read(fileOf(column, 4, [second(true, gzipSync(runs))], { codec: GZIP }))).toEqual(rows);
  expect(await read(fileOf(column, 4, [second(undefined, gzipSync(runs))], { codec: GZIP }))).toEqual(rows);
});

test('a column whose size in the footer leaves out the end of its last page is read if its writer is known for it', async () => {
  const pages = [plainPage(2, Buffer.concat([int32(5), int32(6)])), plainPage(2, Buffer.concat([int32(7), int32(8)]))];
  const column: WrittenColumn = { name: 'n', type: 'int32' };
  const short = { compressed: BigInt(pages.reduce((sum, page) => sum + page.length, 0) - 6) };
  for (const writer of ['parquet-mr', 'parquet-mr version 1.2.8'])
    expect(await read(fileOf(column, 4, pages, short, { 6: writer }))).toEqual([[5], [6], [7], [8]]);
  for (const writer of ['parquet-mr version 1.2.9', 'parquet-mr version 1.12.3', 'DuckDB'])
    await expect(read(fileOf(column, 4, pages, short, { 6: writer }))).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
    });
});

test('a last group of packed indexes that is cut after its last value is read', async () => {
  const dictionary = pageOf(2, { 7: { 1: 3, 2: 0 } }, Buffer.concat([int32(10), int32(20), int32(30)]));
  const indexes = Buffer.from([2, 3, 0b00_10_01_00]);
  const page = pageOf(0, { 5: { 1: 4, 2: RLE_DICTIONARY, 3: RLE, 4: RLE } }, indexes);
  const more = { dictionaryBytes: dictionary.length };
  const column: WrittenColumn = { name: 'n', type: 'int32' };
  expect(await read(fileOf(column, 4, [dictionary, page], more))).toEqual([[10], [20], [30], [10]]);
  const cut = pageOf(0, { 5: { 1: 5, 2: RLE_DICTIONARY, 3: RLE, 4: RLE } }, indexes);
  await expect(read(fileOf(column, 5, [dictionary, cut], more))).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
});

test('a value beyond the dictionary is no missing value', async () => {
  const dictionary = pageOf(2, { 7: { 1: 1, 2: 0 } }, int32(10));
  const page = pageOf(0, { 5: { 1: 1, 2: RLE_DICTIONARY, 3: RLE, 4: RLE } }, Buffer.from([1, 2, 1]));
  const file = fileOf({ name: 'n', type: 'int32' }, 1, [dictionary, page], { dictionaryBytes: dictionary.length });
  await expect(read(file)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
});

test('facts of a footer that are not needed may have any type', async () => {
  const footer = {
    5: [
      { 1: 'key', 2: 7 },
      { 1: 'other', 2: true },
    ],
    9: { 1: [1n, 2n], 2: 'x' },
  };
  const file = fileOf({ name: 'n', type: 'int32' }, 1, [plainPage(1, int32(5))], {}, footer);
  expect(await read(file)).toEqual([[5]]);
});

test('bytes without a type are text if they are UTF-8, and refused with their column where they are used otherwise', async () => {
  const fixed: WrittenColumn = { name: 'code', type: 'fixed', length: 4 };
  expect(await read(fileOf(fixed, 1, [plainPage(1, Buffer.from('ABCD'))]))).toEqual([['ABCD']]);
  const message = 'the column code has bytes that are no UTF-8 text';
  const refusal = { code: 'SOURCE_INVALID', details: [{ message }] };
  await expect(read(fileOf(fixed, 1, [plainPage(1, Buffer.from([0, 200, 3, 232]))]))).rejects.toMatchObject(refusal);
  for (const converted of [0, 4, 19, undefined]) {
    const column: WrittenColumn = { name: 'code', type: 'bytes', ...(converted !== undefined && { converted }) };
    const body = texts('北京', Buffer.from([0x42, 0xff]));
    const columns: readonly WrittenColumn[] = [column, { name: 'n', type: 'int32' }];
    const chunks = [body, Buffer.concat([int32(1), int32(2)])].map((one) => ({
      pages: [plainPage(2, one)],
      values: 2,
    }));
    const file = writeParquet(columns, [{ rows: 2, chunks }]);
    expect(await read(file, cellsOf('n'))).toEqual([[1], [2]]);
    expect(await read(file, { ...cellsOf('code'), where: [{ column: 'n', tests: [{ is: 'any', of: [1] }] }] })).toEqual(
      [['北京']],
    );
    await expect(read(file, cellsOf('code'))).rejects.toMatchObject(refusal);
  }
});

test('a column of a type that cannot be read is a reason only where it is used', async () => {
  const columns: readonly WrittenColumn[] = [
    { name: 'for', type: 'fixed', length: 12, converted: 21 },
    { name: 'n', type: 'int32' },
  ];
  const chunks = [Buffer.alloc(12), int32(5)].map((body) => ({ pages: [plainPage(1, body)], values: 1 }));
  const file = writeParquet(columns, [{ rows: 1, chunks }]);
  expect(await read(file)).toEqual([[5]]);
  const message = 'the column for has the type INTERVAL, which cannot be read';
  await expect(read(file, cellsOf('for'))).rejects.toMatchObject({ details: [{ message }] });
  const only = writeParquet(columns.slice(0, 1), [{ rows: 1, chunks: chunks.slice(0, 1) }]);
  await expect(read(only)).rejects.toMatchObject({
    details: [{ message: 'a.parquet has no column that can be read: the column for has the type INTERVAL' }],
  });
});
