/** Fields to keep. All others are skipped, as are fields of another type. */
export type Wanted = 'number' | 'flag' | 'bytes' | readonly [Wanted] | WantedFields;

export interface WantedFields {
  readonly [id: number]: Wanted;
}

export type Value = number | boolean | Uint8Array | readonly Value[] | Structure;

/** A structure of Thrift's compact protocol. */
export interface Structure {
  readonly [id: number]: Value | undefined;
}

/** Reads from front to back. Forged bytes may promise more structures than memory holds. */
export interface ThriftReader {
  readonly bytes: Uint8Array;
  offset: number;
  structuresLeft: number;
}

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCTURE] = Array(
  13,
).keys() as unknown as readonly number[];

const DOUBLE_BYTES = 8;
const MAX_VARINT_BYTES = 10;
const MAX_DEPTH = 32;
/** A longer list has its size behind its head, because four bits do not hold it. */
const LONG_LIST = 15;

const byteAt = (reader: ThriftReader): number => {
  const byte = reader.bytes[reader.offset++];
  if (byte === undefined) throw new Error('the bytes of a structure end early');
  return byte;
};

const readVarint = (reader: ThriftReader): number => {
  let value = 0;
  let scale = 1;
  for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
    const byte = byteAt(reader);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 0x80;
  }
  throw new Error('a number of a structure has too many bytes');
};

const readNumber = (reader: ThriftReader): number => {
  const zigzag = readVarint(reader);
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
};

const skip = (reader: ThriftReader, bytes: number): void => {
  if (bytes > reader.bytes.length - reader.offset) throw new Error('the bytes of a structure end early');
  reader.offset += bytes;
};

const readBytes = (reader: ThriftReader): Uint8Array => {
  const length = readVarint(reader);
  const start = reader.offset;
  skip(reader, length);
  return reader.bytes.subarray(start, start + length);
};

/** Reads the size of a list. Each of its items has at least one byte. */
const readSize = (reader: ThriftReader, size: number): number => {
  if (size > reader.bytes.length - reader.offset) throw new Error('a list has more items than bytes');
  return size;
};

const readList = (reader: ThriftReader, wanted: Wanted | undefined, depth: number): readonly Value[] => {
  const head = byteAt(reader);
  const size = readSize(reader, head >> 4 === LONG_LIST ? readVarint(reader) : head >> 4);
  const values: Value[] = [];
  for (let index = 0; index < size; index += 1) {
    const isFlag = (head & 15) === TRUE || (head & 15) === FALSE;
    const value = isFlag ? byteAt(reader) === 1 : readValue(reader, head & 15, wanted, depth);
    if (wanted !== undefined && value !== undefined) values.push(value);
  }
  return values;
};

const skipMap = (reader: ThriftReader, depth: number): void => {
  const size = readSize(reader, readVarint(reader));
  const types = size === 0 ? 0 : byteAt(reader);
  for (let index = 0; index < size; index += 1) {
    readValue(reader, types >> 4, undefined, depth);
    readValue(reader, types & 15, undefined, depth);
  }
};

const isList = (wanted: Wanted | undefined): wanted is readonly [Wanted] => Array.isArray(wanted);

/** Returns undefined if the value is not wanted, or has another type. */
const readValue = (
  reader: ThriftReader,
  type: number,
  wanted: Wanted | undefined,
  depth: number,
): Value | undefined => {
  if (depth > MAX_DEPTH) throw new Error('structures are nested too deep');
  if (type === TRUE || type === FALSE) return wanted === 'flag' ? type === TRUE : undefined;
  if (type === I16 || type === I32 || type === I64) {
    const value = readNumber(reader);
    return wanted === 'number' ? value : undefined;
  }
  if (type === BYTE) {
    const byte = byteAt(reader);
    return wanted === 'number' ? byte : undefined;
  }
  if (type === BINARY) {
    const bytes = readBytes(reader);
    return wanted === 'bytes' ? bytes : undefined;
  }
  if (type === LIST || type === SET) {
    const values = readList(reader, isList(wanted) ? wanted[0] : undefined, depth + 1);
    return isList(wanted) ? values : undefined;
  }
  if (type === STRUCTURE) {
    const fields = typeof wanted === 'object' && !isList(wanted) ? wanted : undefined;
    const structure = readStructure(reader, fields, depth + 1);
    return fields && structure;
  }
  if (type === DOUBLE) skip(reader, DOUBLE_BYTES);
  else if (type === MAP) skipMap(reader, depth + 1);
  else throw new Error(`a structure has a field of the unknown type ${type}`);
  return undefined;
};

/** @throws Error if the bytes are no structure, or have too many structures. */
export const readStructure = (reader: ThriftReader, wanted: WantedFields | undefined, depth = 0): Structure => {
  const structure: Record<number, Value> = {};
  if (wanted && reader.structuresLeft-- === 0) throw new Error('too many structures');
  for (let id = 0; ; ) {
    const head = byteAt(reader);
    if (head === STOP) return structure;
    id = head >> 4 === 0 ? readNumber(reader) : id + (head >> 4);
    const value = readValue(reader, head & 15, wanted?.[id], depth);
    if (value !== undefined) structure[id] = value;
  }
};
