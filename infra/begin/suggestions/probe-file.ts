import type { CsvSource } from '../../../shared/config/sources.ts';
import type { CsvFile, CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { GUESS } from '../../../shared/csv/decode-chunks.ts';
import { type CsvFormat, scanBytes } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { likelyEncoding } from '../../dashboard/data/likely-encoding.ts';
import { isTotal } from '../../dashboard/data/total-rows.ts';
import { type FoundDates, findDates, readTimes, type Texts, type UnclearDates } from './find-dates.ts';
import { type CellForms, findDecimal, findForms } from './find-forms.ts';
import { findHeaderLines } from './find-header.ts';

export interface FoundTotals {
  /** The position if the name is blank. */
  readonly column: string | number;
  readonly index: number;
  readonly names: readonly string[];
}

/** True for a name such as `North Total`, if `North` is another name of the column. */
const isSubtotal = (cell: string, names: ReadonlySet<string>): boolean =>
  [...names].some(
    (name) =>
      name !== '' &&
      ((cell.startsWith(name) && isTotal(cell.slice(name.length))) ||
        (cell.endsWith(name) && isTotal(cell.slice(0, -name.length)))),
  );

const EDGES = /^\p{L}+|\p{L}+$/gu;
const CHINESE_TOTAL = /[合总小]计$/;

/** True if a cell may be the name of a totals row. Whether it is one depends on the other names of the column. */
const mayBeTotal = (cell: string): boolean =>
  [cell, ...(cell.match(EDGES) ?? [])].some((text) => isTotal(text) || CHINESE_TOTAL.test(text));

const findTotals = ({ header, rows }: Texts, hasHeader: boolean): readonly FoundTotals[] => {
  if (!hasHeader || rows.length < 2) return [];
  return header.flatMap((given, index) => {
    const name = given.trim();
    const cells = new Set(rows.map((row) => (row[index] ?? '').trim()));
    const names = new Set([...cells].filter((cell) => isTotal(cell) || (mayBeTotal(cell) && isSubtotal(cell, cells))));
    const others = [...cells].some((cell) => cell !== '' && !names.has(cell));
    const isOnly = name === '' || header.filter((one) => one.trim() === name).length === 1;
    const found = names.size > 0 && others && isOnly;
    return found ? [{ column: name === '' ? index + 1 : name, index, names: [...names] }] : [];
  });
};

/** Leaves out the totals rows, because only the other rows show how the cells of a file are written. */
const withoutTotals = (rows: Texts['rows'], totals: readonly FoundTotals[]): Texts['rows'] =>
  rows.filter((row) => !totals.some(({ index, names }) => names.includes((row[index] ?? '').trim())));

export type FileFormat = Pick<CsvSource, 'encoding' | 'delimiter' | 'decimal' | 'header' | 'comments'> &
  CellForms &
  FoundDates;

export interface Beginning {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** All rows of the file if the reader counts them. */
  readonly count: number;
  /** Undefined if the header is a single cell. */
  readonly delimiter: string | undefined;
  /** Absent if the header is a single line. */
  readonly headerLines?: readonly (readonly string[])[] | undefined;
}

export interface ProbedFile extends Beginning {
  readonly format: FileFormat;
  readonly totals: readonly FoundTotals[];
  /** The columns of times that the user must describe. */
  readonly unclearDates: readonly UnclearDates[];
}

const MAX_PROBED_ROWS = 500;

/** Names of totals rows further below are only looked for in these columns. */
const textColumns = (rows: Texts['rows']): readonly number[] =>
  [...(rows[0] ?? []).keys()].filter((column) =>
    rows.some((row) => {
      const cell = (row[column] ?? '').trim();
      return cell !== '' && Number.isNaN(Number(cell));
    }),
  );

const mayTotal = (record: CsvRecord, columns: readonly number[]): boolean => {
  for (const column of columns)
    if (column < record.length && Number.isNaN(record.plainNumber(column)) && mayBeTotal(record.text(column).trim()))
      return true;
  return false;
};

const textsOf = (record: CsvRecord): readonly string[] =>
  Array.from({ length: record.length }, (_, column) => record.text(column));

/**
 * Creates a reader for the beginning of a file.
 * @param isCounting true to read and count the rows after the beginning too.
 */
const createReader = (isCounting: boolean): RecordReader<Beginning> => ({
  fits: (header) => header.length > 1,
  create: () => {
    const rows: (readonly string[])[] = [];
    let header: readonly string[] = [];
    let count = 0;
    let file: CsvFile;
    let named: readonly number[] | undefined;
    const isTotals = (record: CsvRecord): boolean => {
      named ??= textColumns(rows);
      return mayTotal(record, named);
    };
    return {
      header: (record, facts) => {
        header = textsOf(record);
        file = facts;
      },
      row: (record) => {
        count += 1;
        if (rows.length < MAX_PROBED_ROWS || (rows.length < 2 * MAX_PROBED_ROWS && isTotals(record)))
          rows.push(textsOf(record));
        return isCounting || rows.length < MAX_PROBED_ROWS;
      },
      finish: () => ({ header, rows, count, delimiter: file?.delimiter, headerLines: file?.headerLines }),
    };
  },
});

/** No component shows more columns. */
const MAX_COLUMNS = 1_000;

const refuseWidth = (columns: number): never => {
  throw new WallfeedError(
    'SOURCE_TOO_LARGE',
    `The file has ${columns} columns, more than any component takes. Try a file with at most ${MAX_COLUMNS}, or choose columns in dashboard.yml.`,
  );
};

const readBeginning = (bytes: Uint8Array, format: CsvFormat, isCounting = false) =>
  scanBytes(bytes, format, createReader(isCounting));

const WESTERN: FileFormat = { encoding: 'windows-1252' };

/** Finds the encoding of Chinese or of Western office software, if the file is not in Unicode. */
const findEncoding = (bytes: Uint8Array, format: FileFormat): FileFormat => {
  try {
    return readBeginning(bytes, format, true).isGuessed ? { encoding: likelyEncoding(bytes) ?? GUESS } : {};
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

const findHeader = (bytes: Uint8Array, format: FileFormat, first: Beginning): FileFormat =>
  findHeaderLines(first, (header) => {
    try {
      return readBeginning(bytes, { ...format, header }).content;
    } catch {
      return undefined;
    }
  });

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
 * Returns only the settings that the reader would not find itself. @throws WallfeedError SOURCE_INVALID,
 * SOURCE_TOO_LARGE.
 */
export const probeFile = (bytes: Uint8Array, timezone: string): ProbedFile => {
  const comments = findComments(bytes);
  const encoding = { ...comments, ...findEncoding(bytes, comments) };
  const start = readBeginning(bytes, encoding).content;
  if (start.header.length > MAX_COLUMNS) refuseWidth(start.header.length);
  const first = { ...encoding, ...findDelimiter(start) };
  const lines = { ...first, ...findHeader(bytes, first, readBeginning(bytes, first).content) };
  const whole = readBeginning(bytes, lines, true).content;
  const totals = findTotals(whole, lines.header !== 'none');
  const beginning = { ...whole, rows: withoutTotals(whole.rows, totals) };
  const decimal = findDecimal(beginning, beginning.delimiter);
  const { times, unclear } = findDates(beginning, timezone);
  const read = createTimeReader(times.dates, timezone, times.months);
  const areTimes = (cells: readonly string[]) => readTimes(cells, read) !== undefined;
  const forms = findForms(beginning, decimal.decimal ?? '.', areTimes);
  const format = { ...lines, ...decimal, ...times, ...forms };
  return { ...beginning, format, totals, unclearDates: unclear };
};
