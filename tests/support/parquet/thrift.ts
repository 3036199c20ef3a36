/** In the compact protocol. A Number is an i32, a bigint an i64, and a map of numbers a structure. */
export type Thrift =
  | number
  | bigint
  | boolean
  | string
  | Uint8Array
  | readonly Thrift[]
  | { readonly [id: number]: Thrift | undefined };

const varint = (value: bigint): readonly number[] => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
};

const zigzag = (value: bigint): readonly number[] => varint((value << 1n) ^ (value >> 63n));

const typeOf = (value: Thrift): number => {
  if (typeof value === 'boolean') return value ? 1 : 2;
  if (typeof value === 'number') return 5;
  if (typeof value === 'bigint') return 6;
  if (typeof value === 'string' || value instanceof Uint8Array) return 8;
  return Array.isArray(value) ? 9 : 12;
};

const listOf = (items: readonly Thrift[]): readonly number[] => {
  const size = items.length < 15 ? [(items.length << 4) | typeOf(items[0] ?? 0)] : [0xf0 | typeOf(items[0] as Thrift)];
  return [...size, ...(items.length < 15 ? [] : varint(BigInt(items.length))), ...items.flatMap(bytesOf)];
};

const bytesOf = (value: Thrift): readonly number[] => {
  if (typeof value === 'boolean') return [];
  if (typeof value === 'number' || typeof value === 'bigint') return zigzag(BigInt(value));
  if (typeof value === 'string') return bytesOf(Buffer.from(value));
  if (value instanceof Uint8Array) return [...varint(BigInt(value.length)), ...value];
  return Array.isArray(value) ? listOf(value) : structureOf(value as { readonly [id: number]: Thrift | undefined });
};

/** Writes a structure of Thrift's compact protocol. Leaves out fields that are undefined. */
export const structureOf = (fields: { readonly [id: number]: Thrift | undefined }): readonly number[] => {
  const bytes: number[] = [];
  let previous = 0;
  for (const [id, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    bytes.push(((Number(id) - previous) << 4) | typeOf(value), ...bytesOf(value));
    previous = Number(id);
  }
  return [...bytes, 0];
};
