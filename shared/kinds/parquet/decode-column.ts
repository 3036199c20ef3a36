import type { Compressors, DecodedArray, FileMetaData, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { convert } from 'hyparquet/src/convert.js';
import { decompressPage, readDataPage } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';

/** The values of a column in the rows of one group. A missing value is null or undefined. */
export type Values = ArrayLike<unknown>;

type ColumnMetaData = NonNullable<FileMetaData['row_groups'][number]['columns'][number]['meta_data']>;
type Header = ReturnType<typeof parquetHeader>;

/** A column whose pages are decoded. It has one value in each row. */
export interface DecodedColumn {
  readonly element: SchemaElement;
  readonly meta: ColumnMetaData;
  readonly compressors: Compressors;
  readonly parsers: object;
}

type Decoder = Parameters<typeof convert>[1];

const readerOf = (bytes: Uint8Array, offset = 0) => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset,
});

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

/** A page without its levels: its bytes, its encoding, and whether each row has a value. */
interface Page {
  readonly bytes: Uint8Array;
  readonly encoding: string;
  readonly rows: number;
  /** 1 for each row with a value, and 0 for the others. Absent if all rows have values. */
  readonly levels: Uint8Array | undefined;
}

const readLevels = (reader: ReturnType<typeof readerOf>, rows: number, length?: number): Uint8Array | undefined => {
  const levels = new Uint8Array(rows);
  readRleBitPackedHybrid(reader, 1, levels, length);
  return levels.includes(0) ? levels : undefined;
};

/** Unpacks a page of either version. In the second version, the levels are not compressed. */
const openPage = (header: Header, packed: Uint8Array, { element, meta, compressors }: DecodedColumn): Page => {
  const size = Number(header.uncompressed_page_size);
  const hasLevels = element.repetition_type !== 'REQUIRED';
  const { data_page_header: first, data_page_header_v2: second } = header;
  if (first) {
    const bytes = decompressPage(packed, size, meta.codec, compressors);
    const reader = readerOf(bytes);
    const levels = hasLevels ? readLevels(reader, first.num_values) : undefined;
    return { bytes: bytes.subarray(reader.offset), encoding: first.encoding, rows: first.num_values, levels };
  }
  if (!second) throw new Error(`unknown page type: ${header.type}`);
  const { definition_levels_byte_length: length, encoding, num_values: rows } = second;
  const levels = hasLevels ? readLevels(readerOf(packed), rows, length) : undefined;
  const rest = packed.subarray(length);
  const bytes = second.is_compressed === false ? rest : decompressPage(rest, size - length, meta.codec, compressors);
  return { bytes, encoding, rows, levels };
};

const readIndexes = (bytes: Uint8Array, count: number): Uint32Array => {
  const [width = 0] = bytes;
  const indexes = new Uint32Array(count);
  if (width > 0) readRleBitPackedHybrid(readerOf(bytes, 1), width, indexes, bytes.length - 1);
  return indexes;
};

/** Reads the values of a page. Rows without a value have none. */
const readValues = (
  { bytes, encoding, rows, levels }: Page,
  decoder: Decoder,
  dictionary: DecodedArray | undefined,
) => {
  const count = levels ? levels.reduce((sum, level) => sum + level, 0) : rows;
  if (dictionary && encoding.endsWith('_DICTIONARY')) {
    const indexes = readIndexes(bytes, count);
    const values = new Array<unknown>(count);
    for (let index = 0; index < count; index += 1) values[index] = dictionary[indexes[index] as number];
    return values;
  }
  const page = { encoding, num_values: count } as Parameters<typeof readDataPage>[1];
  return convert(toNumbers(readDataPage(bytes, page, decoder).dataPage, decoder.element), decoder);
};

/**
 * Decodes a column of one row group. Hyparquet's own decoder also reads lists, which costs twice the time.
 * @returns undefined if the bytes have another number of rows.
 */
export const decodeColumn = (buffer: ArrayBuffer, rows: number, column: DecodedColumn): Values | undefined => {
  const { element, meta, parsers } = column;
  const decoder = { ...meta, element, parsers, utf8: false, schemaPath: [] } as unknown as Decoder;
  const reader = readerOf(new Uint8Array(buffer));
  const values = new Array<unknown>(rows);
  let dictionary: DecodedArray | undefined;
  for (let row = 0; row < rows; ) {
    if (reader.offset >= buffer.byteLength) return undefined;
    const header = parquetHeader(reader);
    const packed = new Uint8Array(buffer, reader.offset, header.compressed_page_size);
    reader.offset += packed.length;
    if (header.dictionary_page_header) {
      const bytes = decompressPage(packed, Number(header.uncompressed_page_size), meta.codec, column.compressors);
      const count = header.dictionary_page_header.num_values;
      const plain = readPlain(readerOf(bytes), meta.type, count, element.type_length);
      dictionary = convert(toNumbers(plain, element), decoder);
      continue;
    }
    const page = openPage(header, packed, column);
    const found = readValues(page, decoder, dictionary);
    if (page.rows === rows && !page.levels) return found;
    if (row + page.rows > rows) return undefined;
    for (let index = 0, at = 0; index < page.rows; index += 1, row += 1)
      if (!page.levels || page.levels[index] === 1) values[row] = found[at++];
  }
  return values;
};
