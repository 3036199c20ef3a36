const VARINT_BITS = 7;
const MAX_VARINT_BYTES = 5;

const ended = (): Error => new Error('a run of values ends early');

/** Copies the values of a bit-packed run. Some writers cut the unused bits of the last values off. */
const unpackBits = (
  bytes: Uint8Array,
  from: number,
  width: number,
  output: Uint8Array | Uint32Array,
  seen: number,
  count: number,
): void => {
  if ((bytes.length - from) * 8 < count * width) throw ended();
  const mask = width === 32 ? -1 : (1 << width) - 1;
  for (let index = 0, bit = 0; index < count; index += 1, bit += width) {
    const at = from + (bit >>> 3);
    const shift = bit & 7;
    let value = bytes[at] as number;
    if (shift + width > 8) value |= ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] ?? 0) << 16);
    if (shift + width > 24) value |= (bytes[at + 3] as number) << 24;
    value >>>= shift;
    if (shift + width > 32) value |= (bytes[at + 4] as number) << (32 - shift);
    output[seen + index] = value & mask;
  }
};

/**
 * Values are runs of equal values and of packed bits.
 * @param width number of bits of a value, from 1 to 32.
 * @throws Error if the bytes end before the output is full.
 */
export const readHybrid = (bytes: Uint8Array, width: number, output: Uint8Array | Uint32Array): void => {
  if (width > 32) throw new Error('a value has too many bits');
  const valueBytes = (width + 7) >> 3;
  let offset = 0;
  for (let seen = 0; seen < output.length; ) {
    let head = 0;
    for (let index = 0; ; index += 1) {
      const byte = bytes[offset++];
      if (byte === undefined || index === MAX_VARINT_BYTES) throw ended();
      head += (byte & 0x7f) * 2 ** (VARINT_BITS * index);
      if (byte < 0x80) break;
    }
    const isPacked = head % 2 === 1;
    const values = Math.floor(head / 2) * (isPacked ? 8 : 1);
    const count = Math.min(values, output.length - seen);
    if (isPacked) {
      unpackBits(bytes, offset, width, output, seen, count);
      offset += (values / 8) * width;
    } else {
      if (offset + valueBytes > bytes.length) throw ended();
      let value = 0;
      for (let index = 0; index < valueBytes; index += 1) value |= (bytes[offset + index] as number) << (8 * index);
      output.fill(value, seen, seen + count);
      offset += valueBytes;
    }
    seen += count;
  }
};
