import type { SchemaElement } from 'hyparquet';
import { Encodings } from 'hyparquet/src/constants.js';
import { viewOf } from './decode-values.ts';
import { decompress } from './decompress.ts';
import { readHybrid } from './hybrid.ts';
import { readStructure, type Structure } from './thrift.ts';

const LENGTH_BYTES = 4;
const MAX_HEADER_STRUCTURES = 8;

interface PagedColumn {
  readonly element: SchemaElement;
  readonly codec: string;
}

const FIRST = { 1: 'number', 2: 'number' } as const;
const SECOND = { ...FIRST, 4: 'number', 5: 'number', 6: 'number', 7: 'flag' } as const;
const HEADER = { 1: 'number', 2: 'number', 3: 'number', 5: FIRST, 7: FIRST, 8: SECOND } as const;

export const numberIn = (structure: Structure, id: number): number => {
  const value = structure[id];
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new Error('the header of a page lacks a number');
};

export const encodingIn = (structure: Structure, id: number): string => Encodings[numberIn(structure, id)] ?? 'unknown';

export interface PackedPage {
  readonly bytes: Uint8Array;
  /** Unpacked size in bytes. */
  readonly size: number;
  readonly first?: Structure;
  readonly dictionary?: Structure;
  readonly second?: Structure;
}

/** Returns undefined if the bytes end within the page. */
export const readPacked = (
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

/** A page without its levels. */
export interface Page {
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

export const openFirst = ({ bytes: packed, size }: PackedPage, first: Structure, column: PagedColumn): Page => {
  const [rows, encoding] = [numberIn(first, 1), encodingIn(first, 2)];
  const bytes = decompress(packed, size, column.codec);
  if (column.element.repetition_type === 'REQUIRED') return { bytes, encoding, rows, levels: undefined };
  const end = LENGTH_BYTES + viewOf(bytes).getUint32(0, true);
  const levels = readLevels(bytes.subarray(LENGTH_BYTES, end), rows);
  return { bytes: bytes.subarray(end), encoding, rows, levels };
};

/** Opens a page of the second version, whose levels are not compressed. */
export const openSecond = ({ bytes: packed, size }: PackedPage, second: Structure, column: PagedColumn): Page => {
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
