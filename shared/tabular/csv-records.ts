import { CsvError, parse } from 'csv-parse/sync';
import { csvInvalid } from './csv-bytes.ts';
import { MAX_ROWS } from './row-limit.ts';
import { isBlank, trimBlanks } from './trim-blanks.ts';

const QUOTE = 0x22;
const CR = 0x0d;

/** The header, the rows, and one more: enough to see that there are too many. */
const MAX_RECORDS = MAX_ROWS + 2;

const parserOptions = (bytes: Buffer, delimiter: string, to = MAX_RECORDS) => ({
  delimiter,
  record_delimiter: bytes.includes(CR) ? ['\r\n', '\n'] : ['\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  to,
});

const isNotEmptyLine = (record: readonly string[]): boolean => record.length > 1 || record[0] !== '';

const trimAll = (records: string[][]): string[][] => {
  for (const record of records) for (const [index, cell] of record.entries()) record[index] = trimBlanks(cell);
  return records;
};

/** Files without a quote are the most, and parse twice as fast when nobody asks which cells are quoted. */
const parseTrimmed = (bytes: Buffer, delimiter: string): string[][] => {
  const options = parserOptions(bytes, delimiter);
  if (!bytes.includes(QUOTE)) return trimAll(parse(bytes, { ...options, quote: false }));
  return parse(bytes, { ...options, trim: true, cast: (cell, { quoting }) => (quoting ? cell : trimBlanks(cell)) });
};

/** All records, cells trimmed unless quoted, blank lines and blank rows at the end left out. */
export const parseRecords = (bytes: Buffer, delimiter: string): readonly string[][] => {
  const records = parseTrimmed(bytes, delimiter).filter(isNotEmptyLine);
  while (records.length > 1 && records.at(-1)?.every(isBlank)) records.pop();
  return records;
};

/** How many cells the first record has under a delimiter; none when its quotes are broken under it. */
export const headerLength = (bytes: Buffer, delimiter: string): number => {
  try {
    const [header = []] = parse(bytes, { ...parserOptions(bytes, delimiter, 1), trim: true });
    return header.length;
  } catch {
    return 0;
  }
};

interface RecordEnd {
  readonly record: readonly string[];
  /** The line on which the record ends. */
  readonly info: { readonly lines: number };
}

const recordEnds = (bytes: Buffer, delimiter: string, to = MAX_RECORDS): readonly RecordEnd[] =>
  parse(bytes, { ...parserOptions(bytes, delimiter, to), trim: true, info: true }) as unknown as RecordEnd[];

/** How many line breaks cells hold. */
export const lineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);

/** The line on which each record begins. Only a failing table needs it, so it parses again rather than burden the others. */
export const recordLines = (bytes: Buffer, delimiter: string): readonly number[] =>
  recordEnds(bytes, delimiter)
    .filter(({ record }) => isNotEmptyLine(record))
    .map(({ record, info }) => info.lines - lineBreaks(record));

/** The line on which the first record begins that the parser could not end. */
const brokenLine = (bytes: Buffer, delimiter: string, records: number): number => {
  const done = records > 0 ? recordEnds(bytes, delimiter, records) : [];
  return (done.at(-1)?.info.lines ?? 0) + 1;
};

const HINT = 'put a cell that holds a quote, the delimiter or a line break in quotes, and double the quotes inside it';

/** A fault of the parser as ours: broken quotes, with the line on which they begin. `before`: lines cut off ahead of `bytes`. */
export const parserFault = (error: unknown, bytes: Buffer, delimiter: string, before: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = before + (open ? brokenLine(bytes, delimiter, Number(error.records)) : Number(error.lines));
  const message = open ? 'a quote is opened and never closed' : 'a quote stands in the middle of a cell';
  return csvInvalid({ line, message, hint: HINT }, error);
};
