import type { DecodedArray, SchemaElement } from 'hyparquet';
import { convert } from 'hyparquet/src/convert.js';
import { PARSERS } from './column-types.ts';
import { encodingIn, numberIn, openFirst, openSecond, type PackedPage, type Page, readPacked } from './data-pages.ts';
import { decodeValues } from './decode-values.ts';
import { decompress } from './decompress.ts';
import { readHybrid } from './hybrid.ts';
import type { Structure } from './thrift.ts';

/** Values of one row group. A missing value is null or undefined. */
export type Values = ArrayLike<unknown>;

/**
 * Called before the memory is taken. Also checks the clock.
 * @param kept bytes that are in memory until the rows of the group have been read.
 * @param brief bytes that are soon free again.
 * @throws WallfeedError SOURCE_TOO_LARGE, SOURCE_TIMEOUT.
 */
export type Admit = (kept: number, brief?: number) => void;

/** The column has one value in each row. */
export interface DecodedColumn {
  readonly element: SchemaElement;
  readonly codec: string;
  readonly isText: boolean;
  readonly admit: Admit;
}

type Decoder = Parameters<typeof convert>[1];

const INDEX_BYTES = 4;

/** Memory of a text, and of a view of the bytes of one value. */
const TEXT_BYTES = 24;
const VIEW_BYTES = 104;

const TWO_TO_32 = 2 ** 32;
/** The upper halves of all whole numbers that a Number holds exactly are below this bound. */
const MAX_UPPER = 2 ** 21;

const isUnsigned = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  converted === 'UINT_64' || (logical?.type === 'INTEGER' && !logical.isSigned);

/** Numbers are cheaper than bigints. Keeps the bigints if a number would lose digits. */
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

/** Rows without a value have none. */
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
