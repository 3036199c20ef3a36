import type { DecodedArray, ParquetType, SchemaElement } from 'hyparquet';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { readHybrid } from './hybrid.ts';

/** Bytes of the length of a text, or of a run of Booleans. */
const LENGTH_BYTES = 4;
const MAX_DELTA_BLOCK = 1 << 20;
/** A delta of 64 bits has at most 10 bytes. */
const MAX_VARINT_BYTES = 10;

const WIDTHS: Readonly<Partial<Record<ParquetType, number>>> = {
  ...{ BOOLEAN: 1 / 8, INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8, INT96: 12, BYTE_ARRAY: LENGTH_BYTES },
};

export interface EncodedValues {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly element: SchemaElement;
  /** Counts bytes that the values take beside those of the page. */
  readonly admit: (bytes: number) => void;
}

interface Reader {
  readonly view: DataView;
  offset: number;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const ended = (): Error => new Error('the values of a page end early');

/** Refuses pages with fewer bytes than their values take, because the decoder would read beyond the page. */
const checkFits = ({ bytes, count, element }: EncodedValues): void => {
  const { type, type_length: length = 0 } = element;
  if (count * ((type && WIDTHS[type]) ?? Math.max(1, length)) > bytes.length) throw ended();
};

const splitTexts = (bytes: Uint8Array, count: number, lengthOf: (offset: number) => number, gap: number) => {
  const values = new Array<Uint8Array>(count);
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    const length = lengthOf(gap > 0 ? offset : index);
    offset += gap;
    if (length < 0 || offset + length > bytes.length) throw ended();
    values[index] = new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length);
    offset += length;
  }
  return values;
};

const readPlainValues = (values: EncodedValues): DecodedArray => {
  const { bytes, count, element } = values;
  checkFits(values);
  const view = viewOf(bytes);
  if (element.type === 'BYTE_ARRAY') {
    return splitTexts(bytes, count, (offset) => view.getUint32(offset, true), LENGTH_BYTES);
  }
  return readPlain({ view, offset: 0 }, element.type as ParquetType, count, element.type_length);
};

const readVarint = ({ view }: Reader, start: number): { readonly value: number; readonly next: number } => {
  let value = 0;
  for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
    const byte = view.getUint8(start + index);
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: start + index + 1 };
  }
  throw ended();
};

/** Reads whole numbers that are written as differences. The decoder itself would run forever over forged blocks. */
const readDeltas = <Output extends Int32Array | BigInt64Array>(reader: Reader, output: Output): Output => {
  const { value: block, next } = readVarint(reader, reader.offset);
  const { value: parts } = readVarint(reader, next);
  const isBlock = block > 0 && block <= MAX_DELTA_BLOCK && parts > 0 && parts <= block && block % parts === 0;
  if (!isBlock || (block / parts) % 8 !== 0) throw new Error('a block of differences has no valid size');
  deltaBinaryUnpack(reader, output.length, output);
  return output;
};

const readDeltaTexts = ({ bytes, count }: EncodedValues): readonly Uint8Array[] => {
  const reader = { view: viewOf(bytes), offset: 0 };
  const lengths = readDeltas(reader, new Int32Array(count));
  return splitTexts(bytes.subarray(reader.offset), count, (index) => lengths[index] as number, 0);
};

/** Reads texts that each begin with a part of the text before. Few bytes may hold very long texts. */
const readPrefixedTexts = ({ bytes, count, admit }: EncodedValues): readonly Uint8Array[] => {
  const reader = { view: viewOf(bytes), offset: 0 };
  const prefixes = readDeltas(reader, new Int32Array(count));
  const lengths = readDeltas(reader, new Int32Array(count));
  admit(prefixes.reduce((sum, prefix) => sum + Math.max(0, prefix), 0));
  const texts = splitTexts(bytes.subarray(reader.offset), count, (index) => lengths[index] as number, 0);
  for (let index = 0, before = new Uint8Array(); index < count; index += 1) {
    const prefix = prefixes[index] as number;
    if (prefix < 0 || prefix > before.length) throw ended();
    const suffix = texts[index] as Uint8Array;
    if (prefix > 0) {
      const text = new Uint8Array(prefix + suffix.length);
      text.set(before.subarray(0, prefix));
      text.set(suffix, prefix);
      texts[index] = text;
    }
    before = texts[index] as Uint8Array<ArrayBuffer>;
  }
  return texts;
};

const readFlags = ({ bytes, count }: EncodedValues): DecodedArray => {
  const flags = new Uint8Array(count);
  const length = viewOf(bytes).getUint32(0, true);
  readHybrid(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length), 1, flags);
  return Array.from(flags, (flag) => flag === 1);
};

/**
 * Decodes values that are not in a dictionary.
 * @throws Error if the page is damaged.
 */
export const decodeValues = (encoding: string, values: EncodedValues): DecodedArray => {
  const { bytes, count, element } = values;
  if (count === 0) return [];
  switch (encoding) {
    case 'PLAIN':
      return readPlainValues(values);
    case 'RLE':
      return readFlags(values);
    case 'DELTA_BINARY_PACKED': {
      const output = element.type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
      return readDeltas({ view: viewOf(bytes), offset: 0 }, output);
    }
    case 'DELTA_LENGTH_BYTE_ARRAY':
      return readDeltaTexts(values) as DecodedArray;
    case 'DELTA_BYTE_ARRAY':
      return readPrefixedTexts(values) as DecodedArray;
    case 'BYTE_STREAM_SPLIT':
      checkFits(values);
      return byteStreamSplit(
        { view: viewOf(bytes), offset: 0 },
        count,
        element.type as ParquetType,
        element.type_length,
      );
    default:
      throw new Error(`the encoding ${encoding} cannot be read`);
  }
};
