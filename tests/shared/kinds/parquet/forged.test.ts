import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Selection } from '../../../../shared/config/selection.ts';
import { WallfeedError } from '../../../../shared/errors/wallfeed-error.ts';
import { openParquet } from '../../../../shared/kinds/parquet/open-parquet.ts';
import { readRows } from '../../../../shared/kinds/parquet/read-rows.ts';
import { type Budget, createBudget } from '../../../../shared/limits/budget.ts';
import { forgedFiles } from '../../../support/parquet/forged-files.ts';
import {
  pageOf,
  plainPage,
  type WrittenChunk,
  type WrittenColumn,
  writeParquet,
} from '../../../support/parquet/write-parquet.ts';

const MB_BYTES = 1024 * 1024;
/**
 * Half of what the bombs unpack to. The heap of a process that runs many tests grows by itself, so the bound is no closer.
 */
const MAX_GROWTH_BYTES = 300 * MB_BYTES;

const budgetOf = (memoryMb = 256): Budget => createBudget({ memoryMb, endsAt: Number.POSITIVE_INFINITY });

const SUM: Selection = {
  columns: [{ name: 'n', source: { from: 'count' } }],
  where: [{ column: 'it', tests: [{ is: 'blank', of: false }] }],
};

const read = async (bytes: Buffer, selection: Selection | undefined, budget = budgetOf()) => {
  const buffer = new Uint8Array(bytes).buffer;
  const file = await openParquet(
    { byteLength: bytes.length, slice: (from, to) => buffer.slice(from, to) },
    'big.parquet',
  );
  const window = { currentTime: 0, timePeriod: 1 };
  return readRows([{ file, partitions: [] }], {
    selection,
    timezone: 'UTC',
    window,
    spans: [{ from: 0, to: 1_000 }],
    budget,
  });
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

const varint = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];

const texts = (values: readonly Uint8Array[]): Buffer =>
  Buffer.concat(values.flatMap((value) => [int32(value.length), value]));

const INTEGERS: WrittenColumn = { name: 'it', type: 'int32' };
const TEXTS: WrittenColumn = { name: 'it', type: 'bytes', converted: 0 };
const ZSTD = 6;
const GZIP = 2;
const DELTA_BYTE_ARRAY = 7;
const RLE_DICTIONARY = 8;

const equalRows = (rows: number): Buffer =>
  pageOf(0, { 5: { 1: rows, 2: RLE_DICTIONARY, 3: 3, 4: 3 } }, Buffer.from([1, ...varint(rows * 2), 0]));

const dictionary = (body: Uint8Array, unpacked = body.length): Buffer =>
  pageOf(2, { 7: { 1: 1, 2: 0 } }, body, unpacked);

const fileOf = (column: WrittenColumn, rows: number, chunk: Omit<WrittenChunk, 'values'>): Buffer =>
  writeParquet([column], [{ rows, chunks: [{ values: rows, ...chunk }] }]);

const equalFile = (rows: number, groups = 1): Buffer => {
  const chunk = {
    pages: [dictionary(int32(7)), equalRows(rows)],
    values: rows,
    dictionaryBytes: dictionary(int32(7)).length,
  };
  return writeParquet(
    [INTEGERS],
    Array.from({ length: groups }, () => ({ rows, chunks: [chunk] })),
  );
};

const LONG = Buffer.alloc(20 * MB_BYTES, 'a');

const longTexts = (codec: number, pack: (bytes: Buffer) => Buffer, uncompressed?: bigint): Buffer => {
  const body = texts([LONG]);
  const page = pageOf(0, { 5: { 1: 1, 2: 0, 3: 3, 4: 3 } }, pack(body), body.length);
  const pages = Array.from({ length: 30 }, () => page);
  return fileOf(TEXTS, 30, { pages, codec, uncompressed: uncompressed ?? BigInt(30 * body.length) });
};

const zigzag = (value: number): readonly number[] => varint(value < 0 ? -2 * value - 1 : 2 * value);

/** Writes 33 numbers as their differences: the first number, the smallest difference, and what is above it. */
const differences = (first: number, smallest: number, above: readonly number[]): Buffer =>
  Buffer.concat([
    Buffer.from([...varint(128), ...varint(4), ...varint(above.length + 1), ...zigzag(first), ...zigzag(smallest)]),
    Buffer.from([32, 0, 0, 0]),
    ...above.map(int32),
  ]);

const REPEATED = 32;

/** Texts that each are the whole text before, and so take no bytes of their own. */
const repeatedTexts = (length: number): Buffer => {
  const prefixes = differences(
    0,
    0,
    Array.from({ length: REPEATED }, (_, index) => (index === 0 ? length : 0)),
  );
  const suffixes = differences(
    length,
    -length,
    Array.from({ length: REPEATED }, (_, index) => (index === 0 ? 0 : length)),
  );
  const body = Buffer.concat([prefixes, suffixes, LONG.subarray(0, length)]);
  const header = { 5: { 1: REPEATED + 1, 2: DELTA_BYTE_ARRAY, 3: 3, 4: 3 } };
  return fileOf(TEXTS, REPEATED + 1, { codec: ZSTD, pages: [pageOf(0, header, zstdCompressSync(body), body.length)] });
};

test('texts that repeat the text before are read', async () => {
  const { rows } = await read(repeatedTexts(5), undefined);
  expect(rows).toEqual(Array.from({ length: REPEATED + 1 }, () => ['aaaaa']));
});

const GROUPS_OF_A_MILLION = 400;

test.each([
  [
    '50 million equal rows in 500 bytes',
    () => equalFile(50_000_000),
    SUM,
    /a row group of big.parquet \(rows: 50000000, columns: 1\) takes 381\.5 MB, more than the 256 MB/,
  ],
  [
    'a billion equal rows in small row groups',
    () => equalFile(2_500_000, GROUPS_OF_A_MILLION),
    SUM,
    /big.parquet has more than 64000000 cells to read \(rows: 65000000\)/,
  ],
  ['thirty texts of 20 MB in zstd', () => longTexts(ZSTD, zstdCompressSync), SUM, /\(rows: 30, columns: 1\) takes 600/],
  [
    'thirty texts of 20 MB in gzip, whose footer has a small size',
    () => longTexts(GZIP, gzipSync, 10n),
    SUM,
    /takes 1\d\d\.\d MB/,
  ],
  ['texts that repeat a text of 8 MB', () => repeatedTexts(8 * MB_BYTES), SUM, /\(rows: 33, columns: 1\) takes 2/],
  [
    'a page that says that it has 1 GB',
    () =>
      fileOf(TEXTS, 1, {
        codec: 1,
        pages: [pageOf(0, { 5: { 1: 1, 2: 0, 3: 3, 4: 3 } }, Buffer.from([1, 2]), 2 ** 30)],
      }),
    SUM,
    /\(rows: 1, columns: 1\) takes 2048\.0 MB/,
  ],
  [
    'a dictionary that says that it has 1 GB',
    () => fileOf(TEXTS, 1, { codec: 6, pages: [dictionary(Buffer.from([1, 2]), 2 ** 30)] }),
    SUM,
    /columns: 1\) takes/,
  ],
])('a bomb of %s is refused with its figures before it takes memory', async (_, write, selection, message) => {
  const bytes = write();
  expect(bytes.length).toBeLessThan(MB_BYTES);
  const before = process.memoryUsage.rss();
  const error = await read(bytes, selection).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(WallfeedError);
  expect(error).toMatchObject({ code: 'SOURCE_TOO_LARGE', details: [{ message: expect.stringMatching(message) }] });
  expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_GROWTH_BYTES);
});

test('equal long texts of a dictionary are counted as often as they are sent', async () => {
  const body = zstdCompressSync(texts([LONG]));
  const pages = [
    dictionary(body, LONG.length + 4),
    pageOf(0, { 5: { 1: 30, 2: RLE_DICTIONARY, 3: 3, 4: 3 } }, zstdCompressSync(Buffer.from([1, 60, 0])), 3),
  ];
  const bytes = fileOf(TEXTS, 30, {
    codec: ZSTD,
    pages,
    dictionaryBytes: pages[0]?.length ?? 0,
    uncompressed: BigInt(LONG.length),
  });
  const rows: Selection = { columns: [{ name: 'it', source: { from: 'cell', of: 'it' } }] };
  expect((await read(bytes, SUM)).rows).toEqual([[30]]);
  for (const selection of [undefined, rows])
    await expect(read(bytes, selection)).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
});

test('a limit of rows stops the read of a large file before its size matters', async () => {
  const selection: Selection = { columns: [{ name: 'it', source: { from: 'cell', of: 'it' } }], limit: 2 };
  expect((await read(equalFile(2_500_000, GROUPS_OF_A_MILLION), selection)).rows).toEqual([[7], [7]]);
});

test('the clock is read between pages', async () => {
  let looks = 0;
  const now = (): number => {
    looks += 1;
    return looks > 3 ? 2_000 : 0;
  };
  const pages = Array.from({ length: 10 }, (_, index) => plainPage(1, int32(index)));
  const budget = createBudget({ memoryMb: 256, endsAt: 1_000, now });
  const bytes = fileOf(INTEGERS, 10, { pages });
  await expect(read(bytes, SUM, budget)).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
  expect(looks).toBeLessThan(6);
});

test.each([
  ['a list of columns with more items than bytes', Buffer.from([0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0x7f, 0])],
  ['structures that are nested 60 000 deep', Buffer.alloc(60_000, 0x1c)],
  ['a number with 60 000 bytes', Buffer.concat([Buffer.from([0x15]), Buffer.alloc(60_000, 0xff)])],
])('a footer with %s is damaged', async (_, footer) => {
  const file = Buffer.concat([Buffer.from('PAR1'), footer, int32(footer.length), Buffer.from('PAR1')]);
  await expect(read(file, undefined)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
});

const RUNS = 1_500;

/** Selections that read the statistics and the values of the first column of a forged file. */
const SELECTIONS: readonly (Selection | undefined)[] = [
  undefined,
  { columns: [{ name: 'n', source: { from: 'count' } }], where: [{ column: 'c0', tests: [{ is: 'above', of: 5 }] }] },
  {
    columns: [{ name: 'n', source: { from: 'cell', of: 'c0' } }],
    where: [{ column: 'c0', tests: [{ is: 'any', of: ['x'] }] }],
  },
  { columns: [{ name: 'n', source: { from: 'count' } }], window: { of: 'c0', last: 1_000 } },
];

test('forged headers give rows or a refusal, within the memory of a function', async () => {
  const before = process.memoryUsage.rss();
  await fc.assert(
    fc.asyncProperty(forgedFiles, fc.constantFrom(...SELECTIONS), async (bytes, selection) => {
      try {
        await read(bytes, selection);
      } catch (error) {
        if (!(error instanceof WallfeedError)) throw error;
      }
    }),
    { numRuns: RUNS, seed: 20_261_128 },
  );
  expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_GROWTH_BYTES);
});
