import { snappyUncompress } from 'hyparquet/src/snappy.js';

/** Loads zlib with the first page that needs it: most files are compressed with snappy. */
const zlib = () => process.getBuiltinModule('node:zlib');

type Decompress = (bytes: Uint8Array, size: number) => Uint8Array;

const snappy: Decompress = (bytes, size) => {
  const output = new Uint8Array(size);
  snappyUncompress(bytes, output);
  return output;
};

/** None gets more memory than its header says. */
const CODECS: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['UNCOMPRESSED', (bytes) => bytes],
  ['SNAPPY', snappy],
  ['GZIP', (bytes, maxOutputLength) => zlib().gunzipSync(bytes, { maxOutputLength })],
  ['ZSTD', (bytes, maxOutputLength) => zlib().zstdDecompressSync(bytes, { maxOutputLength })],
  ['BROTLI', (bytes, maxOutputLength) => zlib().brotliDecompressSync(bytes, { maxOutputLength })],
]);

export const isReadable = (codec: string): boolean => CODECS.has(codec);

/** @throws Error if the unpacked page has another size. */
export const decompress = (bytes: Uint8Array, size: number, codec: string): Uint8Array => {
  if (size <= 0) return new Uint8Array();
  const unpack = CODECS.get(codec);
  if (!unpack) throw new Error(`the codec ${codec} cannot be read`);
  const page = unpack(bytes, size);
  if (page.length !== size) throw new Error('a page has another size than its header says');
  return page;
};
