import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Parser } from 'saxen';
import { findEntry, type ZipEntries, type ZipEntry } from './zip-entries.ts';

const CHUNK_BYTES = 256 * 1024;

const readChunks = ({ isDeflated, bytes }: ZipEntry): AsyncIterable<Buffer> =>
  isDeflated ? Readable.from([bytes]).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES })) : Readable.from([bytes]);

/** `*:id` stands for `id` with any prefix. */
export type ReadAttribute = (name: string) => string | undefined;

/**
 * Receives the elements and texts of an XML file in their order. Names have no prefixes. Elements with another prefix than
 * the first element are left out: `x15:workbookPr` is an extension, and no second `workbookPr`.
 */
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

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

const readFrom = (attributes: Readonly<Record<string, string>>, decode: (text: string) => string): ReadAttribute => {
  return (name) => {
    const key = name.startsWith('*:') ? Object.keys(attributes).find((one) => one.endsWith(name.slice(1))) : name;
    const value = key === undefined ? undefined : attributes[key];
    return value === undefined ? undefined : decode(value);
  };
};

const refuseToken = (): never => {
  throw new RangeError('an element is longer or deeper than office software writes it');
};

/** Creates an XML parser that throws for text that office software does not write. */
const createParser = ({ open, close, text }: XmlListener) => {
  const parser = new Parser();
  let depth = 0;
  let charsSinceTag = 0;
  let elements = 0;
  let prefix: string | undefined;
  const isOwn = (name: string): boolean =>
    prefix === '' ? !name.includes(':') : prefix !== undefined && name.startsWith(prefix);
  parser.on('openTag', (name, attributes, decode) => {
    charsSinceTag = 0;
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH) refuseToken();
    prefix ??= prefixOf(name);
    if (isOwn(name)) open?.(name.slice(prefix.length), (key) => readFrom(attributes() || {}, decode)(key));
  });
  parser.on('closeTag', (name) => {
    charsSinceTag = 0;
    depth -= 1;
    if (prefix !== undefined && isOwn(name)) close?.(name.slice(prefix.length));
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

/** The encodings of XML by their byte order marks. Every other part is in UTF-8. */
const UTF_16: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

const createDecoder = (start: Buffer) => new TextDecoder(UTF_16[start.subarray(0, 2).toString('hex')] ?? 'utf-8');

/** Returns the limit that the file exceeds, if it exceeds one. */
const parse = async (entry: ZipEntry, listener: XmlListener): Promise<string | undefined> => {
  const parser = createParser(listener);
  let decoder: ReturnType<typeof createDecoder> | undefined;
  let length = 0;
  for await (const chunk of readChunks(entry)) {
    length += chunk.length;
    if (length > MAX_XML_MB * 1024 * 1024) return `${MAX_XML_MB} MB`;
    if (parser.elements() > MAX_ELEMENTS) return `${MAX_ELEMENTS} elements`;
    decoder ??= createDecoder(chunk);
    const xml = decoder.decode(chunk, { stream: true });
    if (listener.isSkipping?.()) listener.skip?.(xml);
    else parser.write(xml);
  }
  if (!listener.isSkipping?.()) parser.end();
  return undefined;
};

/** Creates an error that says what a user can change in the workbook. */
export const createRefusal = (message: string): Error => new Error(message, { cause: 'refusal' });

export const isRefusal = (error: unknown): boolean => error instanceof Error && error.cause === 'refusal';

const reasonOf = (cause: unknown): string => {
  if (cause instanceof RangeError) return cause.message;
  const isCompression = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_');
  return isCompression ? 'its compressed data is cut short or changed' : 'it is no correct XML';
};

/**
 * Reads an XML file of a workbook.
 * @throws Error with the reason and what to do.
 */
export const readXml = async (entries: ZipEntries, path: string, listener: XmlListener): Promise<void> => {
  const entry = findEntry(entries, path);
  if (!entry) throw new Error(`its part ${path} is missing`);
  if (entry.refusal !== undefined) throw new Error(`its part ${path} ${entry.refusal}`);
  const limit = await parse(entry, listener).catch((cause: unknown) => {
    if (isRefusal(cause)) throw cause;
    throw new Error(`its part ${path} is damaged: ${reasonOf(cause)}`, { cause });
  });
  if (limit !== undefined) throw createRefusal(`its part ${path} has more than ${limit}; import a smaller workbook`);
};
