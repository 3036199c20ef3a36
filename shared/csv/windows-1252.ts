import { isAscii } from 'node:buffer';

/** The characters of the bytes 0x80 to 0x9f, as the Encoding Standard lists them. All other bytes are those of Latin-1. */
const CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST = 0x80;
const OTHERS = /[\u0080-\u009f]/g;

/** Decodes windows-1252 to UTF-8. Some versions of Node decode it as Latin-1, which turns € into a control character. */
export const decodeWindows1252 = (bytes: Buffer): Buffer =>
  isAscii(bytes)
    ? bytes
    : Buffer.from(
        bytes.toString('latin1').replace(OTHERS, (one) => CHARACTERS[one.charCodeAt(0) - FIRST] as string),
        'utf8',
      );
