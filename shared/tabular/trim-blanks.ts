/** The ASCII blanks, no-break and full-width spaces. */
const isBlankCode = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000;

/** The part of a text between two places, without the blanks at both ends. */
export const trimmedPart = (text: string, from: number, to: number): string => {
  let start = from;
  let end = to;
  while (start < end && isBlankCode(text.charCodeAt(start))) start++;
  while (end > start && isBlankCode(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

export const trimBlanks = (text: string): string => trimmedPart(text, 0, text.length);

/** A cell that holds nothing. */
export const isBlank = (cell: unknown): boolean => cell === '' || cell === null;
