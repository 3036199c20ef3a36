import type { DecodedArray, SchemaElement } from 'hyparquet';
import { Encodings } from 'hyparquet/src/constants.js';
import { convert } from 'hyparquet/src/convert.js';
import { PARSERS } from './column-types.ts';
import { decodeValues, viewOf } from './decode-values.ts';
import { decompress } from './decompress.ts';
import { readHybrid } from './hybrid.ts';
import { readStructure, type Structure } from './thrift.ts';

/** The values of a column in the rows of one group. A missing value is null or undefined. */
export type Values = ArrayLike<unknown>;

/**
 * Counts memory before it is taken, and checks the clock.
 * @param kept bytes that are in memory until the rows of the group have been read.
 * @param brief bytes that are soon free again.
 * @throws WallfeedError SOURCE_TOO_LARGE, SOURCE_TIMEOUT.
 */
export type Admit = (kept: number, brief?: number) => void;

/** A column whose pages are decoded. It has one value in each row. */
export interface DecodedColumn {
  readonly element: SchemaElement;
  readonly codec: string;
  /** True if its values are texts. */
  readonly isText: boolean;
  readonly admit: Admit;
}

type Decoder = Parameters<typeof convert>[1];

const LENGTH_BYTES = 4;
const INDEX_BYTES = 4;
const MAX_HEADER_STRUCTURES = 8;

/** Memory of a text, and of a view of the bytes of one value. */
const TEXT_BYTES = 24;
const VIEW_BYTES = 104;

const TWO_TO_32 = 2 ** 32;
/** The upper halves of all whole numbers that a Number holds exactly are below this bound. */
const MAX_UPPER = 2 ** 21;

const isUnsigned = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  converted === 'UINT_64' || (logical?.type === 'INTEGER' && !logical.isSigned);

/** Returns whole numbers of 64 bits as Numbers, which are cheaper than bigints, if no number loses digits. */
const toNumbers = (data: DecodedArray, element: SchemaElement): DecodedArray => {
  if (!(data instanceof BigInt64Array) || isUnsigned(element)) return data;
  const halves = new Int32Array(data.buffer, data.byteOffset, data.length * 2);
  const numbers = new Float64Array(data.length);
  for (let index = 0; index < numbers.length; index += 1) {
    const upper = halves[2 * index + 1] as number;
    if (upper >= MAX_UPPER || upper < -MAX_UPPER) return data;
    numbers[index] = upper * TWO_TO_32 + ((halves[2 * index] as number) >>> 0);
  }
  return numbers;
};

const FIRST = { 1: 'number', 2: 'number' } as const;
const SECOND = { ...FIRST, 4: 'number', 5: 'number', 6: 'number', 7: 'flag' } as const;
const HEADER = { 1: 'number', 2: 'number', 3: 'number', 5: FIRST, 7: FIRST, 8: SECOND } as const;

const numberIn = (structure: Structure, id: number): number => {
  const value = structure[id];
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new Error('the header of a page lacks a number');
};

const encodingIn = (structure: Structure, id: number): string => Encodings[numberIn(structure, id)] ?? 'unknown';

/** A page as it is in the file. */
interface PackedPage {
  readonly bytes: Uint8Array;
  /** Number of bytes when it is unpacked. */
  readonly size: number;
  readonly first?: Structure;
  readonly dictionary?: Structure;
  readonly second?: Structure;
}

/** Reads the head of a page; undefined if the bytes end within the page. */
const readPacked = (
  bytes: Uint8Array,
  start: number,
): { readonly page: PackedPage; readonly next: number } | undefined => {
  const reader = { bytes, offset: start, structuresLeft: MAX_HEADER_STRUCTURES };
  const header = readStructure(reader, HEADER);
  const next = reader.offset + numberIn(header, 3);
  if (next > bytes.length) return undefined;
  const { 5: first, 7: dictionary, 8: second } = header as Record<number, Structure>;
  const page = { bytes: bytes.subarray(reader.offset, next), size: numberIn(header, 2) };
  return {
    page: { ...page, ...(first && { first }), ...(dictionary && { dictionary }), ...(second && { second }) },
    next,
  };
};

/** A page without its levels: its bytes, its encoding, and whether each row has a value. */
interface Page {
  readonly bytes: Uint8Array;
  readonly encoding: string;
  readonly rows: number;
  /** 1 for each row with a value, and 0 for the others. Absent if all rows have values. */
  readonly levels: Uint8Array | undefined;
}

const readLevels = (bytes: Uint8Array, rows: number): Uint8Array | undefined => {
  const levels = new Uint8Array(rows);
  readHybrid(bytes, 1, levels);
  return levels.includes(0) ? levels : undefined;
};

/** Unpacks a page of the first version. */
const openFirst = ({ bytes: packed, size }: PackedPage, first: Structure, column: DecodedColumn): Page => {
  const [rows, encoding] = [numberIn(first, 1), encodingIn(first, 2)];
  const bytes = decompress(packed, size, column.codec);
  if (column.element.repetition_type === 'REQUIRED') return { bytes, encoding, rows, levels: undefined };
  const end = LENGTH_BYTES + viewOf(bytes).getUint32(0, true);
  const levels = readLevels(bytes.subarray(LENGTH_BYTES, end), rows);
  return { bytes: bytes.subarray(end), encoding, rows, levels };
};

/** Unpacks a page of the second version, whose levels are not compressed. */
const openSecond = ({ bytes: packed, size }: PackedPage, second: Structure, column: DecodedColumn): Page => {
  const [rows, encoding] = [numberIn(second, 1), encodingIn(second, 4)];
  const start = Number(second[6] ?? 0);
  const end = start + numberIn(second, 5);
  if (end > packed.length || start < 0) throw new Error('the levels of a page end early');
  const rest = packed.subarray(end);
  const hasLevels = column.element.repetition_type !== 'REQUIRED';
  const levels = hasLevels ? readLevels(packed.subarray(start, end), rows) : undefined;
  const isPacked = second[7] !== false;
  return { bytes: isPacked ? decompress(rest, size - end, column.codec) : rest, encoding, rows, levels };
};

/** Counts the memory of values that are not in a dictionary. */
const admitValues = ({ element: { type }, isText, admit }: DecodedColumn, size: number, count: number): void => {
  if (type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY') admit(size);
  else if (isText) admit(size + count * TEXT_BYTES, size + count * VIEW_BYTES);
  else admit(size + count * VIEW_BYTES);
};

const readIndexed = (bytes: Uint8Array, count: number, dictionary: DecodedArray): readonly unknown[] => {
  const [width = 0] = bytes;
  const indexes = new Uint32Array(count);
  if (width > 0) readHybrid(bytes.subarray(1), width, indexes);
  const { length } = dictionary;
  const values = new Array<unknown>(count);
  for (let index = 0; index < count; index += 1) {
    const at = indexes[index] as number;
    if (at >= length) throw new Error('a value is not in the dictionary');
    values[index] = dictionary[at];
  }
  return values;
};

const convertValues = (data: DecodedArray, { element, isText }: DecodedColumn): DecodedArray => {
  if (isText) return Array.from(data as ArrayLike<Uint8Array>, PARSERS.stringFromBytes);
  const decoder = { element, parsers: PARSERS, utf8: false, schemaPath: [] } as unknown as Decoder;
  return convert(toNumbers(data, element), decoder);
};

/** Reads the values of a page. Rows without a value have none. */
const readValues = ({ bytes, encoding, rows, levels }: Page, column: DecodedColumn, dictionary?: DecodedArray) => {
  const count = levels ? levels.reduce((sum, level) => sum + level, 0) : rows;
  if (count === 0) return [];
  const { element, admit } = column;
  if (!encoding.endsWith('_DICTIONARY')) {
    return convertValues(decodeValues(encoding, { bytes, count, element, admit }), column);
  }
  if (!dictionary) throw new Error('a page has no dictionary');
  return readIndexed(bytes, count, dictionary);
};

const readDictionary = ({ bytes: packed, size }: PackedPage, header: Structure, column: DecodedColumn) => {
  const { element, codec, admit } = column;
  const count = numberIn(header, 1);
  if (count > size) throw new Error('a dictionary has more values than bytes');
  admitValues(column, size, count);
  const bytes = decompress(packed, size, codec);
  return convertValues(decodeValues('PLAIN', { bytes, count, element, admit }), column);
};

const readData = (packed: PackedPage, rowsLeft: number, column: DecodedColumn, dictionary?: DecodedArray) => {
  const { first, second, size } = packed;
  const data = first ?? second;
  if (!data) return undefined;
  const rows = numberIn(data, 1);
  if (rows > rowsLeft) throw new Error('a column has more values than rows');
  const isIndexed = encodingIn(data, first ? 2 : 4).endsWith('_DICTIONARY');
  if (isIndexed) column.admit(size, rows * INDEX_BYTES);
  else admitValues(column, size, rows);
  const page = first ? openFirst(packed, first, column) : openSecond(packed, data, column);
  return { page, found: readValues(page, column, dictionary) };
};

/**
 * Decodes a column of one row group. Hyparquet's own decoder also reads lists, which costs twice the time.
 * @returns undefined if the bytes have too few rows.
 * @throws Error if the pages are damaged, and the errors of `admit`.
 */
export const decodeColumn = (bytes: Uint8Array, rows: number, column: DecodedColumn): Values | undefined => {
  const values = new Array<unknown>(rows);
  let dictionary: DecodedArray | undefined;
  for (let row = 0, offset = 0; row < rows; ) {
    const next = offset < bytes.length ? readPacked(bytes, offset) : undefined;
    if (!next) return undefined;
    offset = next.next;
    const { dictionary: header } = next.page;
    if (header) dictionary = readDictionary(next.page, header, column);
    const data = header ? undefined : readData(next.page, rows - row, column, dictionary);
    if (!data) continue;
    const { page, found } = data;
    if (page.rows === rows && !page.levels) return found;
    for (let index = 0, at = 0; index < page.rows; index += 1, row += 1)
      if (!page.levels || page.levels[index] === 1) values[row] = found[at++];
  }
  return values;
};
