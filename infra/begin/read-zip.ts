import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** A file in a zip file, still compressed. */
export interface ZipEntry {
  readonly isDeflated: boolean;
  readonly bytes: Buffer;
}

const ENTRY = 0x02014b50;
const END = Buffer.from('PK\x05\x06');
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;
const CHUNK_BYTES = 256 * 1024;
/** The value of a field whose number stands among the extra fields, because the field has only 32 bits. */
const IN_EXTRA = 0xffffffff;
const ZIP64 = 1;

/** Returns the 64-bit numbers among the extra fields of an entry, in the order of the 32-bit fields that they replace. */
const longNumbers = (extra: Buffer): readonly number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, index) => Number(field.readBigUInt64LE(index * 8)));
  }
  return [];
};

const readEntry = (zip: Buffer, at: number, extra: Buffer): ZipEntry => {
  const long = [...longNumbers(extra)];
  const [, size = 0, offset = 0] = [24, 20, 42].map((field) => {
    const number = zip.readUInt32LE(at + field);
    return number === IN_EXTRA ? (long.shift() ?? number) : number;
  });
  const start = offset + LOCAL_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  return { isDeflated: zip.readUInt16LE(at + 10) === DEFLATED, bytes: zip.subarray(start, start + size) };
};

/**
 * Lists the files in a zip file by path, without decompressing them.
 * @throws RangeError if the zip file is damaged.
 */
export const listEntries = (zip: Buffer): ReadonlyMap<string, ZipEntry> => {
  const entries = new Map<string, ZipEntry>();
  let at = zip.readUInt32LE(zip.lastIndexOf(END) + 16);
  while (zip.readUInt32LE(at) === ENTRY) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const afterName = at + ENTRY_BYTES + name;
    const path = zip.toString('utf8', at + ENTRY_BYTES, afterName);
    entries.set(path, readEntry(zip, at, zip.subarray(afterName, afterName + extra)));
    at = afterName + extra + comment;
  }
  return entries;
};

/** Decompresses a file of a zip file in chunks. */
export const readChunks = ({ isDeflated, bytes }: ZipEntry): AsyncIterable<Buffer> =>
  isDeflated ? Readable.from([bytes]).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES })) : Readable.from([bytes]);
