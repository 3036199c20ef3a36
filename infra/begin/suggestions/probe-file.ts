import type { CsvSource } from '../../../shared/config/sources.ts';
import type { CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { GUESS } from '../../../shared/csv/decode-chunks.ts';
import { type CsvFormat, scanBytes } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { parseTime } from '../../../shared/tabular/parse-time.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { findDates, readTimes } from './find-dates.ts';
import { type CellForms, findDecimal, findForms } from './find-forms.ts';
import { type FoundTotals, findTotals, withoutTotals } from './find-totals.ts';

interface Lines {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The last line that may be a header. Reports of office software have some lines above it. */
const MAX_HEADER_LINE = 20;

/** Minimum share of the rows below a header that have as many cells as the header. */
const MIN_WHOLE_SHARE = 0.8;

const YEAR = /^(19|20)\d\d$/;

const isFilled = (cell: string): boolean => cell.trim() !== '';

const isNumber = (cell: string): boolean =>
  parseNumber(cell.trim(), '.') !== undefined || parseNumber(cell.trim(), ',') !== undefined;

/** True for a cell that no header has. A year may be the name of a column. */
const isData = (cell: string): boolean =>
  (isNumber(cell) && !YEAR.test(cell.trim())) || !isCellFault(parseTime(cell.trim(), 'UTC'));

const areNames = (cells: readonly string[]): boolean =>
  cells.every((cell) => isFilled(cell) && !isData(cell)) && new Set(cells).size === cells.length;

const shareOf = (rows: Lines['rows'], isCounted: (row: readonly string[]) => boolean): number =>
  rows.length === 0 ? 0 : rows.filter(isCounted).length / rows.length;

/** True if a line below the first is the header of a table of several columns. */
const isLaterHeader = ({ header, rows }: Lines): boolean =>
  header.length > 1 && areNames(header) && shareOf(rows, ({ length }) => length === header.length) >= MIN_WHOLE_SHARE;

/** True if the first line is a title: most columns of the header below have no cell in it. */
const isTitle = (first: readonly string[], header: readonly string[]): boolean =>
  new Set(first.filter(isFilled)).size * 2 <= header.length;

/**
 * Finds the line of a file's header: the first line, or a line below the title of a report. Undefined if no line looks
 * like one.
 * @param readFrom reads the file with its header in a line; undefined if that fails.
 */
const findHeaderLine = (first: Lines, readFrom: (line: number) => Lines | undefined): number | undefined => {
  const isOne = areNames(first.header) && first.rows.every(({ length }) => length <= first.header.length);
  if (isOne && first.header.length > 1) return 1;
  for (let line = 2; line <= MAX_HEADER_LINE; line += 1) {
    const below = readFrom(line);
    if (!below) break;
    if (isTitle(first.header, below.header) && isLaterHeader(below)) return line;
  }
  return isOne ? 1 : undefined;
};

/** True if a file has no header: its first line holds numbers or times where the other lines do. */
const isHeadless = ({ header, rows }: Lines): boolean => {
  const columns = header.flatMap((cell, column) => (isData(cell) ? [column] : []));
  const holdsData = (column: number): boolean =>
    shareOf(rows, (row) => isFilled(row[column] ?? '') && isData(row[column] ?? '')) >= MIN_WHOLE_SHARE;
  return columns.length > 0 && columns.every(holdsData);
};

/** The keys of a csv map in dashboard.yml that say how a file is written. */
export type FileFormat = Pick<CsvSource, 'encoding' | 'delimiter' | 'decimal' | 'header' | 'comments'> &
  CellForms & { readonly dates?: string };

/** The beginning of a file as texts. */
export interface Beginning {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of rows that were read: all rows of the file, if they were counted. */
  readonly count: number;
  /** The delimiter. Undefined if the header is a single cell. */
  readonly delimiter: string | undefined;
}

/** The beginning of a file, and how the file has to be read. */
export interface ProbedFile extends Beginning {
  readonly format: FileFormat;
  /** The column of the names of totals rows, and these names. Absent if the file has no such rows. */
  readonly totals?: FoundTotals;
}

const MAX_PROBED_ROWS = 500;

const textsOf = (record: CsvRecord): readonly string[] =>
  Array.from({ length: record.length }, (_, column) => record.text(column));

/**
 * Creates a reader for the beginning of a file.
 * @param isCounting reads the other rows too, and counts them.
 */
const createReader = (isCounting: boolean): RecordReader<Beginning> => ({
  fits: (header) => header.length > 1,
  create: () => {
    const rows: (readonly string[])[] = [];
    let header: readonly string[] = [];
    let count = 0;
    let delimiter: string | undefined;
    return {
      header: (record, file) => {
        header = textsOf(record);
        delimiter = file.delimiter;
      },
      row: (record) => {
        count += 1;
        if (rows.length < MAX_PROBED_ROWS) rows.push(textsOf(record));
        return isCounting || rows.length < MAX_PROBED_ROWS;
      },
      finish: () => ({ header, rows, count, delimiter }),
    };
  },
});

/** The widest file that is tried. No component shows more columns. */
const MAX_COLUMNS = 1_000;

const refuseWidth = (columns: number): never => {
  throw new WallfeedError(
    'SOURCE_TOO_LARGE',
    `The file has ${columns} columns, more than any component takes. Try a file with at most ${MAX_COLUMNS}, or choose columns in dashboard.yml.`,
  );
};

/** Reads the beginning of a file in a format. */
const readBeginning = (bytes: Uint8Array, format: CsvFormat, isCounting = false) =>
  scanBytes(bytes, format, createReader(isCounting));

const WESTERN: FileFormat = { encoding: 'windows-1252' };

/** Finds the encoding of a file that is not in Unicode: that of Chinese or of Western office software. */
const findEncoding = (bytes: Uint8Array, format: FileFormat): FileFormat => {
  try {
    return readBeginning(bytes, format, true).isGuessed ? { encoding: GUESS } : {};
  } catch (error) {
    if (!(error instanceof WallfeedError) || !/encoding/i.test(error.message)) throw error;
    return WESTERN;
  }
};

const BAR = '|';

/** Finds a delimiter that the CSV reader uses only if dashboard.yml names it. */
const findDelimiter = ({ header }: Beginning): FileFormat => {
  const [first = ''] = header;
  return header.length === 1 && first.includes(BAR) ? { delimiter: BAR } : {};
};

/** Finds the line of the header if it is not the first line, or finds that the file has no header. */
const findHeader = (bytes: Uint8Array, format: FileFormat, first: Beginning): FileFormat => {
  const readFrom = (header: number): Beginning | undefined => {
    try {
      return readBeginning(bytes, { ...format, header }).content;
    } catch {
      return undefined;
    }
  };
  const line = findHeaderLine(first, readFrom);
  if (line !== undefined) return line === 1 ? {} : { header: line };
  return isHeadless(first) ? { header: 'none' } : {};
};

/** Beginnings of lines that are comments in exports of devices and services. */
const COMMENTS = ['#', '//'];
const LOOKED_AT_BYTES = 16_384;

const countDelimiters = (line: string): number => line.replaceAll(/[^,;\t]/g, '').length;

/** Finds the beginning of comment lines above the header. A header such as `#,Name` is no comment. */
const findComments = (bytes: Uint8Array): FileFormat => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT_BYTES)).toString('latin1');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const comments = COMMENTS.find((one) => lines[0]?.startsWith(one));
  const header = lines.find((line) => comments === undefined || !line.startsWith(comments));
  if (comments === undefined || header === undefined) return {};
  const first = lines[0] ?? '';
  const isText = first.charAt(comments.length) === ' ' || countDelimiters(first) < countDelimiters(header);
  return isText ? { comments } : {};
};

/**
 * Reads the beginning of a file, and finds how it is written. Returns only the settings that the CSV reader would not
 * find by itself.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE.
 */
export const probeFile = (bytes: Uint8Array, timezone: string): ProbedFile => {
  const comments = findComments(bytes);
  const encoding = { ...comments, ...findEncoding(bytes, comments) };
  const start = readBeginning(bytes, encoding).content;
  if (start.header.length > MAX_COLUMNS) refuseWidth(start.header.length);
  const first = { ...encoding, ...findDelimiter(start) };
  const lines = { ...first, ...findHeader(bytes, first, readBeginning(bytes, first).content) };
  const whole = readBeginning(bytes, lines, true).content;
  const found = findTotals(whole, lines.header !== 'none');
  const beginning = { ...whole, rows: withoutTotals(whole.rows, found.totals) };
  const decimal = findDecimal(beginning, beginning.delimiter);
  const times = findDates(beginning, timezone);
  const read = createTimeReader(times.dates, timezone);
  const areTimes = (cells: readonly string[]) => readTimes(cells, read) !== undefined;
  const forms = findForms(beginning, decimal.decimal ?? '.', areTimes);
  const format = { ...lines, ...decimal, ...times, ...forms };
  return { ...beginning, format, ...found };
};
