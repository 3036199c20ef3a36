/** Zero-width spaces, word joiners and byte order marks. */
const HIDDEN = /[\u200b\u2060\ufeff]/g;
/** NFC joins these marks and parts of letters to one character. */
const PARTS = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a]/;

/** All characters of the two patterns above. Nearly all texts have none, and are searched once. */
const UNUSUAL = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a\u200b\u2060\ufeff]/;

/** Removes characters that nobody sees, and writes letters such as é as one character. */
export const cleanText = (text: string): string => {
  if (!UNUSUAL.test(text)) return text;
  const seen = text.replace(HIDDEN, '');
  return PARTS.test(seen) ? seen.normalize('NFC') : seen;
};

const OUTER_BLANKS = /^[^\S\r\n]+|[^\S\r\n]+$/g;
const SPACE = 0x20;
const MAX_ASCII = 0x7f;
const IDEOGRAPHIC_SPACE = 0x3000;
const NO_BREAK_SPACE = 0xfeff;

/** True for characters of ASCII, and for those between two blanks of Unicode: U+1680, U+3000 and U+FEFF. */
const isVisible = (code: number): boolean =>
  (code > SPACE && code < MAX_ASCII) || (code > IDEOGRAPHIC_SPACE && code < NO_BREAK_SPACE);

/** Keeps line breaks: the lines of the next cells are counted by them. */
export const trimLine = (text: string): string =>
  isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1)) ? text : text.replace(OUTER_BLANKS, '');

const UNSEEN = /[\u00ad\u200c-\u200f]/g;
const BLANKS = /\s+/g;

/** Returns a name in the form in which names are compared: two names that look alike are the same. */
export const comparedName = (name: string): string =>
  cleanText(name).replace(UNSEEN, '').replace(BLANKS, ' ').trim().normalize('NFC');

/** Finds names that are exactly the same, or else those that look alike. */
export const indexesOfName = (name: string, names: readonly string[]): readonly number[] => {
  const wanted = name.trim();
  const same = names.flatMap((one, index) => (one === wanted ? [index] : []));
  if (same.length > 0) return same;
  const compared = comparedName(name);
  return compared === '' ? [] : names.flatMap((one, index) => (comparedName(one) === compared ? [index] : []));
};
