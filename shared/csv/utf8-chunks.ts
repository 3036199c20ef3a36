import { isUtf8 } from 'node:buffer';
import { characterBytes } from './character-bytes.ts';

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
