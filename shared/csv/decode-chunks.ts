import { isAscii, isUtf8 } from 'node:buffer';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import {
  ambiguousEncoding,
  BEGINNING_BYTES,
  createUtf8Chunks,
  decodeWindows1252,
  markedEncoding,
  undecodable,
  withoutMark,
} from './encodings.ts';

/** Replaces the hint of an error, because only CSV files have the key `encoding`. */
const withoutKey = (error: unknown): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const details = error.details.map((detail) => ({ ...detail, hint: 'save the file as UTF-8' }));
  return new WallfeedError(error.code, error.message, details, { cause: error.cause });
};

/** True if the file is not UTF-8 and has no byte order mark. */
export const isGuessedText = (bytes: Uint8Array): boolean => !isUtf8(bytes) && markedEncoding(bytes) === undefined;

/**
 * Decodes a whole file to UTF-8 bytes without a byte order mark. A file without such a mark is read as UTF-8 if it is
 * valid UTF-8, or else as GB18030.
 * @throws WallfeedError SOURCE_INVALID if the bytes are invalid in the encoding, or may be Western text.
 */
export const decodeToUtf8 = (bytes: Uint8Array): Buffer => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(bytes)) return withoutMark(buffer);
  const marked = markedEncoding(bytes);
  const decoder = marked === undefined ? createGuess() : createTextDecoder(marked, marked);
  try {
    return withoutMark(Buffer.concat([decoder.decode(buffer), decoder.end()]));
  } catch (error) {
    throw withoutKey(error);
  }
};

export interface ChunkDecoder {
  /**
   * Returns the complete characters.
   * @throws WallfeedError SOURCE_INVALID; GuessedWrong if the file must be read again as GB18030.
   */
  decode(chunk: Buffer): Buffer;
  /** Returns the last characters. Throws as `decode` does. */
  end(): Buffer;
  /** True if neither the dashboard file nor the file itself names GB18030. */
  isGuessed(): boolean;
  /** True if the text so far may also be in a Western encoding, so its characters may be wrong. */
  isAmbiguous(): boolean;
}

type Decoding = Pick<ChunkDecoder, 'decode' | 'end'>;

const CERTAIN = { isGuessed: () => false, isAmbiguous: () => false };

const NOTHING = Buffer.alloc(0);

/** Tried for a file that is not valid UTF-8 and has no byte order mark. */
export const GUESS = 'gb18030';

/** Creates the error for a byte that is not UTF-8, found after other text was read as UTF-8. */
const guessedWrong = (): Error => Object.assign(new Error('the file is not UTF-8'), { name: 'GuessedWrong' });

/** True if a file must be read again from its beginning, as GB18030. */
export const isGuessedWrong = (error: unknown): boolean => Object(error).name === 'GuessedWrong';

const createTextDecoder = (encoding: string, named: string | undefined): Decoding => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk: Buffer, stream: boolean): Buffer => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream }), 'utf8');
    } catch (cause) {
      throw undecodable(named, cause);
    }
  };
  return { decode: (chunk) => decode(chunk, true), end: () => decode(NOTHING, false) };
};

const createUtf8Decoder = (named: string): Decoding => {
  const chunks = createUtf8Chunks();
  return {
    decode: (chunk) => {
      const text = chunks.next(chunk);
      if (!text) throw undecodable(named);
      return text;
    },
    end: () => {
      if (chunks.rest().length > 0) throw undecodable(named);
      return NOTHING;
    },
  };
};

/**
 * Both bytes of a common Chinese character in GB18030 are at least this. Western text seldom has two such bytes in a
 * row.
 */
const FIRST_COMMON_BYTE = 0xa1;

/** Refuses a file that may also be in a Western encoding. */
const createGuess = (): ChunkDecoder => {
  const decoder = createTextDecoder(GUESS, undefined);
  let isCommon = false;
  let last = 0;
  const look = (chunk: Buffer): void => {
    for (let at = 0; at < chunk.length && !isCommon; at += 1) {
      const byte = chunk[at] as number;
      isCommon = byte >= FIRST_COMMON_BYTE && last >= FIRST_COMMON_BYTE;
      last = byte;
    }
  };
  return {
    decode: (chunk) => {
      look(chunk);
      return decoder.decode(chunk);
    },
    end: () => {
      const rest = decoder.end();
      if (!isCommon) throw ambiguousEncoding();
      return rest;
    },
    isGuessed: () => true,
    isAmbiguous: () => !isCommon,
  };
};

/**
 * Throws GuessedWrong if the text before the first byte that is not UTF-8 is not ASCII, because only ASCII is the same
 * in both encodings.
 */
const createDetector = (): ChunkDecoder => {
  const chunks = createUtf8Chunks();
  let wasAscii = true;
  let guess: ChunkDecoder | undefined;
  const change = (chunk: Buffer): Buffer => {
    if (!wasAscii) throw guessedWrong();
    guess = createGuess();
    return guess.decode(Buffer.concat([chunks.rest(), chunk]));
  };
  return {
    decode: (chunk) => {
      if (guess) return guess.decode(chunk);
      const text = chunks.next(chunk);
      if (!text) return change(chunk);
      wasAscii &&= isAscii(text);
      return text;
    },
    end: () => {
      if (!guess && chunks.rest().length === 0) return NOTHING;
      const text = guess ? NOTHING : change(NOTHING);
      return Buffer.concat([text, guess?.end() ?? NOTHING]);
    },
    isGuessed: () => guess !== undefined,
    isAmbiguous: () => guess?.isAmbiguous() ?? false,
  };
};

const createNamed = (encoding: string, named: string): Decoding => {
  if (encoding === 'utf-8') return createUtf8Decoder(named);
  if (encoding === 'windows-1252') return { decode: decodeWindows1252, end: () => NOTHING };
  return createTextDecoder(encoding, named);
};

export interface DecoderOptions {
  /** A label that TextDecoder supports. If absent, the encoding is detected. */
  readonly encoding?: string | undefined;
  /** True if an earlier attempt found that the file is not UTF-8. */
  readonly isGuessed?: boolean | undefined;
}

const chooseDecoder = (beginning: Buffer, { encoding, isGuessed }: DecoderOptions): ChunkDecoder => {
  const named = encoding ?? markedEncoding(beginning);
  if (named !== undefined) return { ...createNamed(new TextDecoder(named).encoding, named), ...CERTAIN };
  return isGuessed ? createGuess() : createDetector();
};

/**
 * Creates a decoder. The encoding is the named one, or that of the byte order mark, or else UTF-8 or GB18030. The file
 * is read as UTF-8 up to the first byte that is not UTF-8. If all text before that byte is ASCII, the rest is read as
 * GB18030. If not, the file must be read again from its beginning. Most files need one pass.
 */
export const createChunkDecoder = (options: DecoderOptions): ChunkDecoder => {
  let waiting: Buffer = NOTHING;
  let decoder: ChunkDecoder | undefined;
  let isFirst = true;
  const withoutFirstMark = (text: Buffer): Buffer => {
    if (!isFirst || text.length === 0) return text;
    isFirst = false;
    return withoutMark(text);
  };
  const begin = (): ChunkDecoder => chooseDecoder(waiting, options);
  const decode = (chunk: Buffer): Buffer => {
    if (decoder) return withoutFirstMark(decoder.decode(chunk));
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length < BEGINNING_BYTES) return NOTHING;
    decoder = begin();
    return withoutFirstMark(decoder.decode(waiting));
  };
  const end = (): Buffer => {
    if (decoder) return withoutFirstMark(decoder.end());
    decoder = begin();
    return withoutFirstMark(Buffer.concat([decoder.decode(waiting), decoder.end()]));
  };
  return {
    decode,
    end,
    isGuessed: () => decoder?.isGuessed() ?? false,
    isAmbiguous: () => decoder?.isAmbiguous() ?? false,
  };
};
