import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Parser } from 'saxen';

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
/** The value of a 32-bit field whose number needs more bits. The number is among the extra fields. */
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
const readChunks = ({ isDeflated, bytes }: ZipEntry): AsyncIterable<Buffer> =>
  isDeflated ? Readable.from([bytes]).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES })) : Readable.from([bytes]);

/** Returns an attribute of an element by its name; `*:id` stands for `id` with any prefix. */
export type ReadAttribute = (name: string) => string | undefined;

/** Receives the elements and texts of an XML file in their order. Names have no prefixes. */
export interface XmlListener {
  readonly open?: (name: string, read: ReadAttribute) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Receives the unparsed XML once `isSkipping` returns true. */
  readonly skip?: (xml: string) => void;
  readonly isSkipping?: () => boolean;
}

/** The largest XML file of a workbook that is read, decompressed. A million cells have about 60 MB. */
const MAX_XML_MB = 256;
/** The longest tag or text that is read. A cell holds at most 32 767 characters. */
const MAX_TOKEN_CHARS = 1024 * 1024;
const MAX_DEPTH = 100;
/** The largest number of elements that is read. A million cells have about four million. */
const MAX_ELEMENTS = 10_000_000;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

const readFrom = (attributes: Readonly<Record<string, string>>, decode: (text: string) => string): ReadAttribute => {
  return (name) => {
    const key = name.startsWith('*:') ? Object.keys(attributes).find((one) => one.endsWith(name.slice(1))) : name;
    const value = key === undefined ? undefined : attributes[key];
    return value === undefined ? undefined : decode(value);
  };
};

const refuseToken = (): never => {
  throw new RangeError('no office software writes such a long or deep element');
};

/** Creates an XML parser that throws for text that office software does not write. */
const createParser = ({ open, close, text }: XmlListener) => {
  const parser = new Parser();
  let depth = 0;
  let charsSinceTag = 0;
  let elements = 0;
  parser.on('openTag', (name, attributes, decode) => {
    charsSinceTag = 0;
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH) refuseToken();
    open?.(withoutPrefix(name), (key) => readFrom(attributes() || {}, decode)(key));
  });
  parser.on('closeTag', (name) => {
    charsSinceTag = 0;
    depth -= 1;
    close?.(withoutPrefix(name));
  });
  parser.on('text', (value, decode) => text?.(decode(value)));
  parser.on('cdata', (value) => text?.(value));
  return {
    write: (part: string): void => {
      charsSinceTag += part.length;
      if (charsSinceTag > MAX_TOKEN_CHARS) refuseToken();
      parser.write(part);
    },
    end: () => parser.end(),
    elements: () => elements,
  };
};

/** Reads an XML file of a workbook in pieces. Returns the limit that the file exceeds, if it exceeds one. */
const parse = async (entry: ZipEntry, listener: XmlListener): Promise<string | undefined> => {
  const parser = createParser(listener);
  const decoder = new TextDecoder();
  let length = 0;
  for await (const chunk of readChunks(entry)) {
    length += chunk.length;
    if (length > MAX_XML_MB * 1024 * 1024) return `${MAX_XML_MB} MB`;
    if (parser.elements() > MAX_ELEMENTS) return `${MAX_ELEMENTS} elements`;
    const xml = decoder.decode(chunk, { stream: true });
    if (listener.isSkipping?.()) listener.skip?.(xml);
    else parser.write(xml);
  }
  if (!listener.isSkipping?.()) parser.end();
  return undefined;
};

/** Creates an error whose message names what a user can change in the workbook. */
export const createRefusal = (message: string): Error => new Error(message, { cause: 'refusal' });

/** True for an error that `createRefusal` made. */
export const isRefusal = (error: unknown): boolean => error instanceof Error && error.cause === 'refusal';

/**
 * Reads an XML file of a workbook.
 * @throws Error with the reason and what to do.
 */
export const readXml = async (
  entries: ReadonlyMap<string, ZipEntry>,
  path: string,
  listener: XmlListener,
): Promise<void> => {
  const entry = entries.get(path);
  if (!entry) throw new Error(`its part ${path} is missing`);
  const limit = await parse(entry, listener).catch((cause: unknown) => {
    if (isRefusal(cause)) throw cause;
    throw new Error(`its part ${path} is damaged`, { cause });
  });
  if (limit !== undefined) throw createRefusal(`its part ${path} has more than ${limit}; import a smaller workbook`);
};
