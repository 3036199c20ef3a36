import { CsvError, parse } from 'csv-parse/sync';
import { checkCells, MAX_CELLS } from './cell-limit.ts';
import { csvInvalid } from './csv-bytes.ts';
import { isBlank } from './is-blank.ts';
import { MAX_ROWS, tooManyRows } from './row-limit.ts';
import { firstRecord, numberRecords, splitRecords } from './split-records.ts';

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

/** The header, the rows, and one more: enough to see that there are too many. */
const MAX_RECORDS = MAX_ROWS + 2;

interface Parsing {
  readonly to?: number;
  readonly info?: boolean;
}

/** Leaves cells as they are, and counts them. */
const createCounter = (): ((cell: string) => string) => {
  let cells = 0;
  return (cell) => {
    cells += 1;
    checkCells(cells);
    return cell;
  };
};

/** Every key always, in one order: the parser is optimised for one form of its options, and half as fast with several. */
const parserOptions = (bytes: Buffer, delimiter: string, { to = MAX_RECORDS, info = false }: Parsing = {}) => ({
  delimiter,
  record_delimiter: bytes.includes(CR) ? ['\r\n', '\n'] : ['\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  to,
  cast: createCounter(),
  info,
});

const isNotEmptyLine = (record: readonly string[]): boolean => record.length > 1 || record[0] !== '';

const trimAll = (records: string[][]): string[][] => {
  for (const record of records) {
    for (let index = 0; index < record.length; index++) record[index] = (record[index] as string).trim();
  }
  return records;
};

/** Files without a quote are the most, and need no parser: splitting them takes a fraction of its time. */
const parseTrimmed = (bytes: Buffer, delimiter: string): string[][] =>
  bytes.includes(QUOTE)
    ? parse(bytes, parserOptions(bytes, delimiter))
    : trimAll(splitRecords(bytes.toString(), delimiter, MAX_RECORDS));

/**
 * All records, cells trimmed unless quoted, blank lines and blank rows at the end left out.
 * @throws WallfeedError SOURCE_TOO_LARGE (rows, cells), or what the parser throws.
 */
export const parseRecords = (bytes: Buffer, delimiter: string): readonly string[][] => {
  const parsed = parseTrimmed(bytes, delimiter);
  if (parsed.length >= MAX_RECORDS) throw tooManyRows();
  const records = parsed.filter(isNotEmptyLine);
  while (records.length > 1 && records.at(-1)?.every(isBlank)) records.pop();
  return records;
};

/** How many cells the first record has under a delimiter; none when its quotes are broken under it. */
export const headerLength = (bytes: Buffer, delimiter: string): number => {
  const line = firstRecord(bytes.toString(), delimiter);
  if (line === undefined) return 0;
  if (!line.includes('"')) return line.split(delimiter, MAX_CELLS + 1).length;
  try {
    const [header = []] = parse(bytes, parserOptions(bytes, delimiter, { to: 1 }));
    return header.length;
  } catch {
    return 0;
  }
};

interface RecordEnd {
  readonly record: readonly string[];
  /** How many bytes the parser has read with the record and its line break. */
  readonly info: { readonly bytes: number };
}

const recordEnds = (bytes: Buffer, delimiter: string, to = MAX_RECORDS): readonly RecordEnd[] =>
  parse(bytes, parserOptions(bytes, delimiter, { to, info: true })) as unknown as RecordEnd[];

/** How many line breaks cells hold. */
export const lineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);

/** The number of the line that ends with the byte before each offset; offsets ascend. */
const linesEndingAt = (bytes: Buffer, offsets: readonly number[]): readonly number[] => {
  let lines = 0;
  let from = 0;
  return offsets.map((offset) => {
    for (let at = bytes.indexOf(LF, from); at !== -1 && at < offset; at = bytes.indexOf(LF, from)) {
      lines++;
      from = at + 1;
    }
    return bytes[offset - 1] === LF ? lines : lines + 1;
  });
};

/** The line on which each record begins. Only a failing table needs it, so it parses again rather than burden the others. */
export const recordLines = (bytes: Buffer, delimiter: string): readonly number[] => {
  if (!bytes.includes(QUOTE)) return numberRecords(bytes.toString(), delimiter, MAX_RECORDS);
  const ends = recordEnds(bytes, delimiter);
  const lines = linesEndingAt(
    bytes,
    ends.map(({ info }) => info.bytes),
  );
  return ends.flatMap(({ record }, index) =>
    isNotEmptyLine(record) ? [(lines[index] ?? 1) - lineBreaks(record)] : [],
  );
};

/** The line on which the first record begins that the parser could not end. */
const brokenLine = (bytes: Buffer, delimiter: string, records: number): number => {
  const end = records > 0 ? recordEnds(bytes, delimiter, records).at(-1)?.info.bytes : undefined;
  return end === undefined ? 1 : (linesEndingAt(bytes, [end])[0] ?? 0) + 1;
};

const HINT = 'put a cell that holds a quote, the delimiter or a line break in quotes, and double the quotes inside it';

/**
 * A fault of the parser as ours: broken quotes, with the line on which they begin. Of the parser's own error, which holds
 * the cell, the code alone is kept. `before`: lines cut off ahead of `bytes`.
 */
export const parserFault = (error: unknown, bytes: Buffer, delimiter: string, before: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = before + brokenLine(bytes, delimiter, Number(error.records));
  const message = open ? 'a quote is opened and never closed' : 'a quote stands in the middle of a cell';
  return csvInvalid({ line, message, hint: HINT }, { name: error.code });
};
