import { isUtf8 } from 'node:buffer';

const LEAD_OF_TWO = 0xc0;
const LEAD_OF_THREE = 0xe0;
const LEAD_OF_FOUR = 0xf0;

/** Returns the length in bytes of a character in UTF-8, by its first byte. */
export const characterBytes = (lead: number): number => {
  if (lead < LEAD_OF_TWO) return 1;
  if (lead < LEAD_OF_THREE) return 2;
  return lead < LEAD_OF_FOUR ? 3 : 4;
};

const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;
const MAX_CHARACTER_BYTES = 4;

const NOTHING = Buffer.alloc(0);

/** Returns the number of bytes at the end of a chunk that begin an unfinished character. */
const unfinishedBytes = (bytes: Buffer): number => {
  for (let back = 1; back < MAX_CHARACTER_BYTES && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & CONTINUATION_MASK) !== CONTINUATION) return characterBytes(byte) > back ? back : 0;
  }
  return 0;
};

/** Validates UTF-8 in chunks. */
export interface Utf8Chunks {
  /**
   * Returns the finished characters, including one that began in an earlier chunk; undefined if the bytes are invalid.
   */
  next(chunk: Buffer): Buffer | undefined;
  /** Returns the bytes of a character that is not finished yet. */
  rest(): Buffer;
}

/** Creates a validator that has no bytes yet. */
export const createUtf8Chunks = (): Utf8Chunks => {
  let rest: Buffer = NOTHING;
  return {
    next: (chunk) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const unfinished = unfinishedBytes(bytes);
      const whole = unfinished === 0 ? bytes : bytes.subarray(0, -unfinished);
      if (!isUtf8(whole)) return undefined;
      rest = unfinished === 0 ? NOTHING : Buffer.from(bytes.subarray(-unfinished));
      return whole;
    },
    rest: () => rest,
  };
};
