import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';

const csvInvalid = (detail: Detail, cause?: unknown): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The file cannot be read as CSV: ${describeDetail(detail)}.`, [detail], {
    cause,
  });

const QUOTE_HINT =
  'put a cell that contains a quote, the delimiter or a line break in quotes, and double the quotes inside the cell';

/** The column counts from 0. */
export interface CellPlace {
  readonly line: number;
  readonly column: number;
}

export const nulByte = (line: number): WallfeedError => {
  const hint =
    'the file may be UTF-16 without a byte order mark, or a workbook: export it as CSV, or name its encoding';
  return csvInvalid({ line, message: 'there is a NUL byte', hint });
};

export const loneCarriageReturn = (line: number): WallfeedError => {
  const message = 'there is a carriage return without a line feed';
  return csvInvalid({ line, message, hint: 'end lines with LF or CRLF' });
};

export const openQuote = ({ line, column }: CellPlace): WallfeedError =>
  csvInvalid({ line, column: column + 1, message: 'a quote is opened and never closed', hint: QUOTE_HINT });

export const textAfterQuote = ({ line, column }: CellPlace): WallfeedError =>
  csvInvalid({ line, column: column + 1, message: 'a quoted cell is followed by other text', hint: QUOTE_HINT });

const tooLarge = (line: number, message: string): WallfeedError => {
  const detail = { line, message, hint: 'check that the file is CSV, name its `delimiter`, or correct its quotes' };
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${describeDetail(detail)}.`, [detail]);
};

/** A response has at most 6 MB, so no component can show a longer record. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

export const recordTooLong = (line: number): WallfeedError =>
  tooLarge(line, `the row that begins here is longer than ${MAX_RECORD_BYTES / 1024 / 1024} MB`);

/** Four times as many as a sheet of an office program has columns. */
export const MAX_RECORD_CELLS = 65_536;

export const tooManyCells = (line: number): WallfeedError =>
  tooLarge(line, `the row has more than ${MAX_RECORD_CELLS} cells`);
