const BLANK = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0x3000]);

/** Without the ASCII blanks, no-break and full-width spaces at both ends. */
export const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.has(text.charCodeAt(start))) start++;
  while (end > start && BLANK.has(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
};

/** A cell that holds nothing. */
export const isBlank = (cell: unknown): boolean => cell === '' || cell === null;
