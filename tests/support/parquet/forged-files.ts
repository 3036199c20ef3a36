import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { Thrift } from './thrift.ts';
import { pageOf, type WrittenChunk, type WrittenColumn, writeParquet } from './write-parquet.ts';

const CODECS = [0, 1, 2, 6, 7] as const;
const TYPES = ['boolean', 'int32', 'int64', 'int96', 'float', 'double', 'bytes', 'fixed'] as const;

/** A small number, one that fits, or one that no file can hold. */
const size = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(-1, 2 ** 16, 2 ** 24, 2 ** 28, 2 ** 31 - 1, -(2 ** 31)),
);

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  // Runs of levels and indexes with forged counts, and blocks of differences with forged sizes.
  fc.tuple(size, fc.uint8Array({ maxLength: 24 })).map(([count, rest]) => {
    const head: number[] = [];
    for (let left = count >>> 0; ; left >>>= 7) {
      head.push(left >= 0x80 ? (left & 0x7f) | 0x80 : left);
      if (left < 0x80) break;
    }
    return Uint8Array.from([...head, ...rest]);
  }),
);

const packed = (codec: number, body: Uint8Array): Uint8Array => {
  if (codec === 2) return gzipSync(body);
  return codec === 6 ? zstdCompressSync(body) : body;
};

const pages = (codec: number) =>
  fc
    .record({
      kind: fc.constantFrom(0, 2, 3, 1),
      count: size,
      encoding: fc.integer({ min: -1, max: 10 }),
      body: bodies,
      levels: size,
      unpacked: fc.option(size, { nil: undefined }),
    })
    .map(({ kind, count, encoding, body, levels, unpacked }) => {
      const first = { 1: count, 2: encoding, 3: 3, 4: 3 };
      const headers: Readonly<Record<number, Record<number, Thrift>>> = {
        0: { 5: first },
        1: { 6: {} },
        2: { 7: { 1: count, 2: 0 } },
        3: { 8: { 1: count, 2: 0, 3: count, 4: encoding, 5: levels, 6: 0, 7: levels % 2 === 0 } },
      };
      return pageOf(kind, headers[kind] ?? {}, packed(codec, body), unpacked ?? body.length);
    });

const columns = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    converted: fc.integer({ min: 0, max: 22 }),
    length: size,
    scale: size,
    isOptional: fc.constant(true as const),
  },
  { requiredKeys: ['type'] },
);

const chunks = fc.constantFrom(...CODECS).chain((codec) =>
  fc.record(
    {
      codec: fc.constant(codec),
      pages: fc.array(pages(codec), { maxLength: 4 }),
      values: size,
      uncompressed: size.map(BigInt),
      min: fc.uint8Array({ maxLength: 9 }),
      max: fc.uint8Array({ maxLength: 9 }),
    },
    { requiredKeys: ['codec', 'pages', 'values'] },
  ),
);

/** A few hundred bytes whose headers promise anything. */
export const forgedFiles: fc.Arbitrary<Buffer> = fc
  .array(fc.tuple(columns, chunks), { minLength: 1, maxLength: 3 })
  .chain((drawn) =>
    fc.tuple(
      fc.constant(drawn),
      size,
      fc.array(fc.tuple(fc.nat(2_000), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
    ),
  )
  .map(([drawn, rows, changes]) => {
    const ofColumns = drawn.map(([column], index) => ({ name: `c${index}`, ...column }) as WrittenColumn);
    const file = writeParquet(ofColumns, [
      { rows: Math.abs(rows), chunks: drawn.map(([, chunk]) => chunk as WrittenChunk) },
    ]);
    for (const [at, byte] of changes) if (at + 12 < file.length) file[4 + at] = byte;
    return file;
  });
