import { WallfeedError } from '../errors/wallfeed-error.ts';
import { LF } from './byte-kinds.ts';
import type { CsvRecord } from './csv-record.ts';
import { createScanner } from './scan-records.ts';

/** The delimiters that are tried if the file does not name one. */
export const DELIMITERS = [',', ';', '\t'];

interface Header {
  readonly delimiter: string;
  /** Absent if a quote in the header is invalid. */
  readonly cells?: readonly string[];
  /** Number of cells up to the first invalid one. */
  readonly length: number;
}

/** Returns undefined if the record perhaps continues after the end of `text`. */
const readHeader = (text: Buffer, delimiter: string, isWhole: boolean): Header | undefined => {
  let cells: readonly string[] | undefined;
  const onRecord = (record: CsvRecord): boolean => {
    cells = record.texts();
    return false;
  };
  const scanner = createScanner({ delimiter, firstLine: 1, onRecord });
  try {
    scanner.push(text);
    if (!cells && isWhole) scanner.end();
  } catch (error) {
    if (!(error instanceof WallfeedError)) throw error;
    return { delimiter, length: error.details[0]?.column ?? 1 };
  }
  if (!cells && !isWhole) return undefined;
  return { delimiter, length: cells?.length ?? 0, ...(cells && { cells }) };
};

const MAX_PLAIN_BYTES = 4096;
/** Only a scanner reads a quote, NUL or a lone CR correctly. */
const SPECIAL = /["\0]|\r(?!$)/;

/** Returns undefined for a line that is incomplete or blank, or that only a scanner can split. */
const plainLineOf = (text: Buffer): string | undefined => {
  const end = text.indexOf(LF);
  if (end === -1 || end > MAX_PLAIN_BYTES) return undefined;
  const line = text.toString('utf8', 0, end);
  return SPECIAL.test(line) || line.trim() === '' ? undefined : line;
};

const splitHeader = (line: string, delimiter: string): Header => {
  const cells = line.split(delimiter).map((cell) => cell.trim());
  return { delimiter, cells, length: cells.length };
};

/** Skips a delimiter if the header perhaps continues after the end of `text`. */
const readHeaders = (text: Buffer, isWhole: boolean): readonly Header[] => {
  const line = plainLineOf(text);
  return line === undefined
    ? DELIMITERS.flatMap((delimiter) => readHeader(text, delimiter, isWhole) ?? [])
    : DELIMITERS.map((delimiter) => splitHeader(line, delimiter));
};

/**
 * Returns the best delimiter first: all delimiters that give a header with the expected columns, or else the one that
 * gives the most columns. Ignores a delimiter that does not occur in the header if another one occurs. Undefined if
 * more of the file is needed.
 * @param text the beginning of a file.
 * @param isWhole true if `text` is the whole file.
 */
export const chooseDelimiters = (
  text: Buffer,
  isWhole: boolean,
  fits: (header: readonly string[]) => boolean,
): readonly string[] | undefined => {
  const headers = readHeaders(text, isWhole);
  if (headers.length < DELIMITERS.length) return undefined;
  const byLength = headers.toSorted((a, b) => b.length - a.length);
  const splits = headers.some(({ length }) => length > 1);
  const fitting = byLength.filter(({ cells, length }) => cells && (length > 1 || !splits) && fits(cells));
  return (fitting.length > 0 ? fitting : byLength.slice(0, 1)).map(({ delimiter }) => delimiter);
};
