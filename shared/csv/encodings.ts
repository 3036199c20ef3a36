import { isAscii, isUtf8 } from 'node:buffer';
import { WallfeedError } from '../errors/wallfeed-error.ts';

/** The characters of the bytes 0x80 to 0x9f, as the Encoding Standard lists them. All other bytes are those of Latin-1. */
const CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST = 0x80;
const OTHERS = /[\u0080-\u009f]/g;

/**
 * Decodes windows-1252 to UTF-8. Some versions of Node decode it as Latin-1, which turns € into a control character.
 */
export const decodeWindows1252 = (bytes: Buffer): Buffer =>
  isAscii(bytes)
    ? bytes
    : Buffer.from(
        bytes.toString('latin1').replace(OTHERS, (one) => CHARACTERS[one.charCodeAt(0) - FIRST] as string),
        'utf8',
      );

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

export const BEGINNING_BYTES = 3;

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

export const markedEncoding = (bytes: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(({ mark }) => startsWith(bytes, mark))?.encoding;

export const withoutMark = (bytes: Buffer): Buffer =>
  startsWith(bytes, BYTE_ORDER_MARKS[0].mark) ? bytes.subarray(BYTE_ORDER_MARKS[0].mark.length) : bytes;

const invalid = (message: string, hint: string, cause?: unknown): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', message, [{ message, hint }], { cause });

/**
 * Creates the error for a file whose bytes are invalid in its encoding. If no encoding is named, UTF-8 and GB18030 were
 * tried.
 */
export const undecodable = (encoding: string | undefined, cause?: unknown): WallfeedError =>
  encoding === undefined
    ? invalid(
        'The encoding of the file is neither UTF-8 nor GB18030.',
        'save the file as UTF-8, or name its encoding, such as csv: { file: …, encoding: windows-1252 }',
        cause,
      )
    : invalid(`The file is not valid ${encoding}.`, 'remove or correct the encoding in the dashboard file', cause);

export const ambiguousEncoding = (): WallfeedError =>
  invalid(
    'The encoding of the file is unclear: it is not UTF-8, and may be Chinese or Western text.',
    'name the encoding: windows-1252 or gb18030, such as csv: { file: …, encoding: windows-1252 }; or save the file as UTF-8',
  );

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

const unfinishedBytes = (bytes: Buffer): number => {
  for (let back = 1; back < MAX_CHARACTER_BYTES && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & CONTINUATION_MASK) !== CONTINUATION) return characterBytes(byte) > back ? back : 0;
  }
  return 0;
};

interface Utf8Chunks {
  /** Includes a character that began in an earlier chunk; undefined if the bytes are invalid. */
  next(chunk: Buffer): Buffer | undefined;
  rest(): Buffer;
}

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
