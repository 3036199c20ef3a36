import { type Diagnostic, type Place, placeAt } from '../folder/diagnostic.ts';
import { offsetOfByte } from '../folder/text-position.ts';

/** A seed file: SQL that fills the local database. */
export interface Seed {
  readonly file: string;
  readonly text: string;
}

/**
 * Creates the diagnostic of an error in a seed file.
 * @param offset index of the error in the text of the file.
 */
export const seedDiagnostic = ({ file, text }: Seed, offset: number, message: string): Diagnostic => ({
  ...placeAt(file, text, offset),
  message,
  severity: 'error',
});

/** Returns an error whose message is one line and whose cause is a diagnostic. */
export const seedError = ({ file, line, column }: Place, message: string): Error => {
  const cause: Diagnostic = { file, line, column, message, severity: 'error' };
  return new Error(`${file}:${line}:${column}  ${message}`, { cause });
};

/**
 * Returns the offset of the statement that PostgreSQL's tree has at this byte, after blanks, comments and semicolons.
 */
export const statementOffset = (text: string, byte: number): number => {
  const start = offsetOfByte(text, byte);
  const blank = /^(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/|;)*/.exec(text.slice(start));
  return start + (blank?.[0].length ?? 0);
};
