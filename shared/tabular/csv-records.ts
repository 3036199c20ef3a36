import { csvInvalid, lineAt } from './csv-text.ts';
import { MAX_ROWS } from './row-limit.ts';
import { isBlank, trimmedPart } from './trim-blanks.ts';

const QUOTE = '"';
const BREAK = '\n';

/** The header, the rows, and one more: enough to see that there are too many. */
const MAX_RECORDS = MAX_ROWS + 2;

/** The records of a CSV text: the cells of each, and where in the text it begins. */
export interface CsvRecords {
  readonly cells: string[][];
  readonly starts: number[];
}

/** Finds the next place of a mark; asked from ascending places, it reads the text once. */
const createFinder = (text: string, mark: string): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = text.indexOf(mark, from);
      found = next === -1 ? text.length : next;
    }
    return found;
  };
};

const quoteFault = (text: string, open: number, message: string): Error => {
  const hint =
    'put a cell that holds a quote, the delimiter or a line break in quotes, and double the quotes inside it';
  return csvInvalid({ line: lineAt(text, open), message, hint });
};

/** The quote that closes a cell: the first that is not doubled. */
const closingQuote = (text: string, open: number): number => {
  let close = text.indexOf(QUOTE, open + 1);
  while (text[close + 1] === QUOTE && close !== -1) close = text.indexOf(QUOTE, close + 2);
  if (close === -1) throw quoteFault(text, open, 'a quote is opened and never closed');
  return close;
};

/**
 * Reads the records of RFC 4180. What stands in quotes is taken as it is, other cells without the blanks around them;
 * blank lines are none. Lines end with LF: before it, CR is a blank.
 */
const scan = (text: string, delimiter: string, from: number, limit: number): CsvRecords => {
  const cells: string[][] = [];
  const starts: number[] = [];
  const nextDelimiter = createFinder(text, delimiter);
  const nextBreak = createFinder(text, BREAK);
  const nextQuote = createFinder(text, QUOTE);
  const endFrom = (at: number): number => Math.min(nextDelimiter(at), nextBreak(at));

  const readQuoted = (at: number, open: number, record: string[]): number => {
    const close = closingQuote(text, open);
    const end = endFrom(close + 1);
    if (trimmedPart(text, at, open) !== '' || trimmedPart(text, close + 1, end) !== '') {
      throw quoteFault(text, open, 'a quote stands in the middle of a cell');
    }
    record.push(text.slice(open + 1, close).replaceAll('""', QUOTE));
    return end;
  };

  const readCell = (at: number, record: string[]): number => {
    const end = endFrom(at);
    const quote = nextQuote(at);
    if (quote < end) return readQuoted(at, quote, record);
    record.push(trimmedPart(text, at, end));
    return end;
  };

  const readRecord = (start: number): number => {
    const record: string[] = [];
    let end = readCell(start, record);
    while (end < nextBreak(end)) end = readCell(end + delimiter.length, record);
    if (record.length > 1 || record[0] !== '') {
      cells.push(record);
      starts.push(start);
    }
    return end + BREAK.length;
  };

  let at = from;
  while (at < text.length && cells.length < limit) at = readRecord(at);
  return { cells, starts };
};

/**
 * The records of a CSV text from a place on, blank rows at the end left out.
 * @throws WallfeedError SOURCE_INVALID (quotes)
 */
export const parseRecords = (text: string, delimiter: string, from: number): CsvRecords => {
  const records = scan(text, delimiter, from, MAX_RECORDS);
  while (records.cells.length > 1 && records.cells.at(-1)?.every(isBlank)) records.cells.pop();
  return records;
};

/** How many cells the first record has under a delimiter; none when its quotes are broken under it. */
export const headerLength = (text: string, delimiter: string, from: number): number => {
  try {
    return scan(text, delimiter, from, 1).cells[0]?.length ?? 0;
  } catch {
    return 0;
  }
};

/** How many line breaks cells hold. */
export const lineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split(BREAK).length - 1, 0);
