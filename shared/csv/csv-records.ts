import { CsvError, parse } from 'csv-parse/sync';
import { type Budget, timeOf, UNLIMITED } from '../limits/budget.ts';
import { isBlank } from '../tabular/is-blank.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import { type CellCounter, createCellCounter, MAX_CELLS } from './cell-limit.ts';
import { csvInvalid } from './csv-bytes.ts';
import { numberRecords, splitRecords } from './split-records.ts';

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

/** The header, all allowed rows, and one more to detect a table over the limit. */
const MAX_RECORDS = MAX_ROWS + 2;

interface Parsing {
  readonly counter: CellCounter;
  readonly to?: number;
}

/** Always sets the same keys in the same order. V8 runs the parser at half speed if its options differ in form. */
const parserOptions = (bytes: Buffer, delimiter: string, { counter, to = MAX_RECORDS }: Parsing) => ({
  delimiter,
  record_delimiter: bytes.includes(CR) ? ['\r\n', '\n'] : ['\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  to,
  cast: (cell: string) => {
    counter.count(1);
    return cell;
  },
});

const isNotEmptyLine = (record: readonly string[]): boolean => record.length > 1 || record[0] !== '';

const trimAll = (records: string[][]): string[][] => {
  for (const record of records) {
    for (let index = 0; index < record.length; index++) record[index] = (record[index] as string).trim();
  }
  return records;
};

/** Splits most files without the parser: a file without quotes needs none, and splitting is many times faster. */
const parseTrimmed = (bytes: Buffer, delimiter: string, counter: CellCounter): string[][] =>
  bytes.includes(QUOTE)
    ? parse(bytes, parserOptions(bytes, delimiter, { counter }))
    : trimAll(splitRecords(bytes.toString(), delimiter, MAX_RECORDS, counter));

/**
 * Parses all records. Trims cells unless they are quoted; skips blank lines, and blank rows at the end.
 * @throws WallfeedError SOURCE_TOO_LARGE (rows, cells, memory), SOURCE_TIMEOUT, or an error of the parser.
 */
export const parseRecords = (
  bytes: Buffer,
  delimiter: string,
  counter: CellCounter = createCellCounter(UNLIMITED),
): readonly string[][] => {
  const parsed = parseTrimmed(bytes, delimiter, counter);
  if (parsed.length >= MAX_RECORDS) throw tooManyRows();
  const records = parsed.filter(isNotEmptyLine);
  while (records.length > 1 && records.at(-1)?.every(isBlank)) records.pop();
  return records;
};

/** Reads the first line that is a record, without decoding the rest of the file. */
const firstLine = (bytes: Buffer, delimiter: string): string | undefined => {
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf(LF, from);
    const end = next === -1 ? bytes.length : next;
    if (end > from) {
      const line = bytes.toString('utf8', from, end).replace(/\r$/, '');
      if (line.includes(delimiter) || line.trim() !== '') return line;
    }
    from = end + 1;
  }
  return undefined;
};

/** Counts the cells of the first record as split by a delimiter. Returns 0 if its quotes are invalid. */
export const headerLength = (bytes: Buffer, delimiter: string): number => {
  const line = firstLine(bytes, delimiter);
  if (line === undefined) return 0;
  if (!line.includes('"')) return line.split(delimiter, MAX_CELLS + 1).length;
  try {
    const counter = createCellCounter(UNLIMITED);
    const [header = []] = parse(bytes, parserOptions(bytes, delimiter, { counter, to: 1 }));
    return header.length;
  } catch {
    return 0;
  }
};

interface RecordEnd {
  /** Offset in the file after the record and its line break. */
  readonly bytes: number;
  readonly breaks: number;
  readonly isEmpty: boolean;
}

/** Counts the line breaks inside cells. */
export const lineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);

/** Finds the end of each record. Discards the records, because the first parse still holds them in memory. */
const recordEnds = (bytes: Buffer, delimiter: string, budget: Budget, to = MAX_RECORDS): readonly RecordEnd[] =>
  parse(bytes, {
    ...parserOptions(bytes, delimiter, { counter: createCellCounter(timeOf(budget)), to }),
    on_record: (record: string[], { bytes: end }) => {
      const ended: RecordEnd = { bytes: end, breaks: lineBreaks(record), isEmpty: !isNotEmptyLine(record) };
      return ended as unknown as string[];
    },
  }) as unknown as RecordEnd[];

/** Returns the number of the line that ends at each offset. Offsets are in ascending order. */
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

/** Finds the line on which each record begins. Parses the file again, because only invalid tables need line numbers. */
export const recordLines = (bytes: Buffer, delimiter: string, budget: Budget = UNLIMITED): readonly number[] => {
  if (!bytes.includes(QUOTE)) return numberRecords(bytes.toString(), delimiter, MAX_RECORDS);
  const ends = recordEnds(bytes, delimiter, budget);
  const lines = linesEndingAt(
    bytes,
    ends.map(({ bytes: end }) => end),
  );
  return ends.flatMap(({ breaks, isEmpty }, index) => (isEmpty ? [] : [(lines[index] ?? 1) - breaks]));
};

/** Returns the first line of the record in which the parser failed. */
const brokenLine = ({ bytes, delimiter, budget }: CsvText, records: number): number => {
  const end = records > 0 ? recordEnds(bytes, delimiter, budget, records).at(-1)?.bytes : undefined;
  return end === undefined ? 1 : (linesEndingAt(bytes, [end])[0] ?? 0) + 1;
};

/** A file that is prepared for the parser. */
export interface CsvText {
  readonly bytes: Buffer;
  readonly delimiter: string;
  /** Number of lines cut off before `bytes`. */
  readonly before: number;
  readonly budget: Budget;
}

const HINT = 'put a cell that holds a quote, the delimiter or a line break in quotes, and double the quotes inside it';

/**
 * Converts an error of the parser to an error for invalid quotes, with the line on which they begin. Keeps only the code
 * of the parser's error, because its message contains the cell.
 */
export const parserFault = (error: unknown, text: CsvText): unknown => {
  if (!(error instanceof CsvError)) return error;
  const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = text.before + brokenLine(text, Number(error.records));
  const message = open ? 'a quote is opened and never closed' : 'a quote stands in the middle of a cell';
  return csvInvalid({ line, message, hint: HINT }, { name: error.code });
};
