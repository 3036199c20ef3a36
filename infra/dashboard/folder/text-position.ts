/** Lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const FILE_START: Position = { line: 1, column: 1 };

/** Offsets are in UTF-16 units. */
export const positionAt = (text: string, offset: number): Position => {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

/** Returns the end of the text if it has fewer lines. */
export const offsetOfPosition = (text: string, { line, column }: Position): number => {
  const before = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n');
  return Math.min(text.length, before.length + (line > 1 ? 1 : 0) + column - 1);
};

/** Returns the offset in UTF-16 units after a number of UTF-8 bytes, as PostgreSQL's syntax tree counts. */
export const offsetOfByte = (text: string, bytes: number): number =>
  Buffer.from(text).subarray(0, bytes).toString().length;

/** Skips blanks, comments and semicolons, which PostgreSQL's tree has before a statement. */
export const statementOffset = (text: string, byte: number): number => {
  const start = offsetOfByte(text, byte);
  const blank = /^(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/|;)*/.exec(text.slice(start));
  return start + (blank?.[0].length ?? 0);
};

/** Returns the offset in UTF-16 units after a number of characters, as PostgreSQL's error messages count. */
export const offsetOfCharacter = (text: string, characters: number): number =>
  [...text].slice(0, characters).join('').length;
