import type { ParquetType, SchemaElement } from 'hyparquet';

export const DOUBLE_ROUNDING = 1e-9;
/** The cell of a real is the shortest decimal, of at least six digits, that rounds to it. Statistics have its exact value. */
export const REAL_ROUNDING = 1e-5;

/** Statistics with another number of bytes say nothing. */
const ofBytes =
  (length: number, read: (view: DataView) => number | bigint) =>
  (bytes: Uint8Array): number =>
    bytes.length === length ? Number(read(new DataView(bytes.buffer, bytes.byteOffset, length))) : Number.NaN;

/** Readers by physical type. */
export const BOUNDS: Readonly<Partial<Record<ParquetType, (bytes: Uint8Array) => number>>> = {
  INT32: ofBytes(4, (view) => view.getInt32(0, true)),
  INT64: ofBytes(8, (view) => view.getBigInt64(0, true)),
  FLOAT: ofBytes(4, (view) => view.getFloat32(0, true)),
  DOUBLE: ofBytes(8, (view) => view.getFloat64(0, true)),
};

const UNSIGNED_BOUNDS: typeof BOUNDS = {
  INT32: ofBytes(4, (view) => view.getUint32(0, true)),
  INT64: ofBytes(8, (view) => view.getBigUint64(0, true)),
};

const isUnsigned = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  /^UINT/.test(converted ?? '') || (logical?.type === 'INTEGER' && !logical.isSigned);

export const boundOf = (element: SchemaElement): { readonly bound?: (bytes: Uint8Array) => number } => {
  const { type } = element;
  const bound = type && ((isUnsigned(element) && UNSIGNED_BOUNDS[type]) || BOUNDS[type]);
  return bound ? { bound } : {};
};

/** Returns a big-endian number in two's complement. */
export const integerOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));

/** Returns a decimal of statistics before its point is set. */
export const unscaledOf = ({ type }: SchemaElement): ((bytes: Uint8Array) => number) =>
  (type && BOUNDS[type]) ?? ((bytes) => Number(integerOf(bytes)));
