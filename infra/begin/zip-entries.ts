/** The file is still compressed. */
export interface ZipEntry {
  readonly isDeflated: boolean;
  readonly bytes: Buffer;
  readonly refusal?: string;
}

/** The files in a zip file by their paths, and by the keys of these. */
export type ZipEntries = ReadonlyMap<string, ZipEntry>;

const ENTRY = 0x02014b50;
const END = Buffer.from('PK\x05\x06');
const END_64 = 0x06064b50;
const END_64_POINTER_BYTES = 20;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 1;
/** The value of a 32-bit field whose number needs more bits. The number is among the extra fields. */
const IN_EXTRA = 0xffffffff;
const ZIP64 = 1;

/** Makes paths equal, because some writers use backslashes or other capitals. */
const keyOf = (path: string): string => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

export const findEntry = (entries: ZipEntries, path: string): ZipEntry | undefined =>
  entries.get(path) ?? entries.get(keyOf(path));

/** Returns 64-bit numbers in the order of the 32-bit fields that they replace. */
const longNumbers = (extra: Buffer): readonly number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, index) => Number(field.readBigUInt64LE(index * 8)));
  }
  return [];
};

const refusalOf = (flags: number, method: number): string | undefined => {
  if ((flags & IS_ENCRYPTED) !== 0) return 'is encrypted';
  return method === STORED || method === DEFLATED ? undefined : `is compressed with the unusual method ${method}`;
};

const readEntry = (zip: Buffer, at: number, extra: Buffer): ZipEntry => {
  const long = [...longNumbers(extra)];
  const [, size = 0, offset = 0] = [24, 20, 42].map((field) => {
    const number = zip.readUInt32LE(at + field);
    return number === IN_EXTRA ? (long.shift() ?? number) : number;
  });
  const start = offset + LOCAL_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const method = zip.readUInt16LE(at + 10);
  const refusal = refusalOf(zip.readUInt16LE(at + 8), method);
  return {
    isDeflated: method === DEFLATED,
    bytes: zip.subarray(start, start + size),
    ...(refusal !== undefined && { refusal }),
  };
};

const findList = (zip: Buffer): number => {
  const end = zip.lastIndexOf(END);
  if (end === -1) throw new Error('the end of the file is missing');
  const start = zip.readUInt32LE(end + 16);
  if (start !== IN_EXTRA) return start;
  const end64 = Number(zip.readBigUInt64LE(end - END_64_POINTER_BYTES + 8));
  return zip.readUInt32LE(end64) === END_64 ? Number(zip.readBigUInt64LE(end64 + 48)) : start;
};

/** @throws RangeError if the zip file is damaged; Error with the reason if its end is missing. */
export const listEntries = (zip: Buffer): ZipEntries => {
  const entries = new Map<string, ZipEntry>();
  let at = findList(zip);
  while (zip.readUInt32LE(at) === ENTRY) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const afterName = at + ENTRY_BYTES + name;
    const path = zip.toString('utf8', at + ENTRY_BYTES, afterName);
    const entry = readEntry(zip, at, zip.subarray(afterName, afterName + extra));
    entries.set(path, entry);
    entries.set(keyOf(path), entries.get(keyOf(path)) ?? entry);
    at = afterName + extra + comment;
  }
  return entries;
};
