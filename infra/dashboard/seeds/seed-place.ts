import type { Seed, SeedFault } from './seed.ts';

/** A fault of a seed at a place of its text. */
export const faultAt = ({ file, text }: Seed, offset: number, message: string): SeedFault => {
  const lines = text.slice(0, offset).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message };
};

/** Where a statement begins that PostgreSQL says to be at this byte: behind blanks, comments and semicolons. */
export const statementStart = (text: string, byte: number): number => {
  const before = Buffer.from(text).subarray(0, byte).toString();
  const blank = /^(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/|;)*/.exec(text.slice(before.length));
  return before.length + (blank?.[0].length ?? 0);
};

/** PostgreSQL counts characters, from 1; a string here counts UTF-16 units. */
export const unitOffset = (text: string, position: number): number => [...text].slice(0, position - 1).join('').length;
