import type { ConvertedType, LogicalType, ParquetType, SchemaElement } from 'hyparquet';
import { CompressionCodecs, ConvertedTypes, FieldRepetitionTypes, ParquetTypes } from 'hyparquet/src/constants.js';
import { readStructure, type Structure, type Value } from './thrift.ts';

export interface Chunk {
  readonly path: readonly string[];
  readonly codec: string;
  readonly start: number;
  readonly bytes: number;
  /** Bytes of all pages, as the writer says. */
  readonly unpackedBytes: number;
  readonly min: Uint8Array | undefined;
  readonly max: Uint8Array | undefined;
}

/** A row group has the values of each column one after the other. */
export interface Group {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

export interface Footer {
  readonly schema: readonly SchemaElement[];
  readonly groups: readonly Group[];
  readonly isEncrypted: boolean;
  readonly writer: string;
}

const UNIT = { 1: {}, 2: {}, 3: {} } as const;
const TIME = { 1: 'flag', 2: UNIT } as const;
const LOGICAL = {
  ...{ 1: {}, 2: {}, 3: {}, 4: {}, 5: { 1: 'number', 2: 'number' }, 6: {}, 7: TIME, 8: TIME },
  ...{ 10: { 1: 'number', 2: 'flag' }, 11: {}, 12: {}, 13: {}, 14: {}, 15: {}, 16: {}, 17: {}, 18: {} },
} as const;
const ELEMENT = {
  ...{ 1: 'number', 2: 'number', 3: 'number', 4: 'bytes', 5: 'number', 6: 'number', 7: 'number', 8: 'number' },
  10: LOGICAL,
} as const;
const META = {
  ...{ 3: ['bytes'], 4: 'number', 6: 'number', 7: 'number', 9: 'number', 11: 'number' },
  12: { 5: 'bytes', 6: 'bytes' },
} as const;
const CHUNK = { 1: 'bytes', 3: META, 8: {}, 9: 'bytes' } as const;
const FOOTER = { 2: [ELEMENT], 4: [{ 1: [CHUNK], 3: 'number' }], 6: 'bytes' } as const;

/** Columns, row groups and their parts. They take up to 100 MB of memory. */
const MAX_STRUCTURES = 400_000;

const textOf = (value: Value | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length).toString() : '';

const sizeOf = (value: Value | undefined, name: string): number => {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new Error(`the footer has no ${name}`);
};

const listOf = (value: Value | undefined): readonly Structure[] => (Array.isArray(value) ? value : []);

const UNITS = ['MILLIS', 'MICROS', 'NANOS'] as const;

const unitOf = (unit: Value | undefined): (typeof UNITS)[number] => {
  const found = UNITS.find((_, index) => (unit as Structure | undefined)?.[index + 1]);
  if (!found) throw new Error('a type of times has no unit');
  return found;
};

/** Types by their numbers, apart from those that have fields of their own. */
const LOGICAL_TYPES: ReadonlyMap<number, string> = new Map([
  ...([
    [1, 'STRING'],
    [2, 'MAP'],
    [3, 'LIST'],
    [4, 'ENUM'],
    [6, 'DATE'],
    [11, 'NULL'],
    [12, 'JSON'],
  ] as const),
  ...([
    [13, 'BSON'],
    [14, 'UUID'],
    [15, 'FLOAT16'],
    [16, 'VARIANT'],
    [17, 'GEOMETRY'],
    [18, 'GEOGRAPHY'],
  ] as const),
]);

const logicalOf = (union: Value | undefined): LogicalType | undefined => {
  if (!union) return undefined;
  const [[id, fields] = ['0', {} as Structure]] = Object.entries(union as Record<string, Structure>);
  const type = LOGICAL_TYPES.get(Number(id));
  if (type) return { type } as LogicalType;
  if (Number(id) === 5) return { type: 'DECIMAL', scale: Number(fields[1] ?? 0), precision: Number(fields[2] ?? 0) };
  const isAdjustedToUTC = fields[1] === true;
  if (Number(id) === 7) return { type: 'TIME', isAdjustedToUTC, unit: unitOf(fields[2]) };
  if (Number(id) === 8) return { type: 'TIMESTAMP', isAdjustedToUTC, unit: unitOf(fields[2]) };
  return Number(id) === 10
    ? { type: 'INTEGER', bitWidth: Number(fields[1]), isSigned: fields[2] !== false }
    : undefined;
};

const elementOf = (element: Structure): SchemaElement => ({
  type: ParquetTypes[Number(element[1] ?? -1)] as ParquetType,
  ...(element[2] !== undefined && { type_length: Number(element[2]) }),
  repetition_type: FieldRepetitionTypes[Number(element[3] ?? 0)] ?? 'REQUIRED',
  name: textOf(element[4]),
  ...(element[5] !== undefined && { num_children: Number(element[5]) }),
  converted_type: ConvertedTypes[Number(element[6] ?? -1)] as ConvertedType,
  scale: Number(element[7] ?? 0),
  logical_type: logicalOf(element[10]) as LogicalType,
});

const chunkOf = (chunk: Structure): Chunk => {
  const meta = (chunk[3] ?? {}) as Structure;
  const statistics = (meta[12] ?? {}) as Record<number, Uint8Array | undefined>;
  if (chunk[1] !== undefined) throw new Error('the file keeps its rows in another file');
  return {
    path: listOf(meta[3]).map(textOf),
    codec: CompressionCodecs[Number(meta[4] ?? 0)] ?? String(meta[4]),
    start: Number(meta[11] || sizeOf(meta[9], 'start of a column')),
    bytes: sizeOf(meta[7], 'size of a column'),
    unpackedBytes: sizeOf(meta[6], 'unpacked size of a column'),
    min: statistics[6],
    max: statistics[5],
  };
};

const isEncrypted = (chunk: Structure): boolean => chunk[8] !== undefined || chunk[9] !== undefined;

/** @throws Error if the footer is damaged. */
export const readFooter = (bytes: Uint8Array): Footer => {
  const footer = readStructure({ bytes, offset: 0, structuresLeft: MAX_STRUCTURES }, FOOTER);
  const groups = listOf(footer[4]);
  const writer = textOf(footer[6]);
  const schema = listOf(footer[2]).map(elementOf);
  if (schema.length === 0) throw new Error('the footer has no columns');
  if (groups.some((group) => listOf(group[1]).some(isEncrypted)))
    return { schema, groups: [], isEncrypted: true, writer };
  return {
    schema,
    groups: groups.map((group) => ({
      rows: sizeOf(group[3], 'number of rows'),
      chunks: listOf(group[1]).map(chunkOf),
    })),
    isEncrypted: false,
    writer,
  };
};
