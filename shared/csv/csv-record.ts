import type { Budget } from '../limits/budget.ts';
import type { ColumnOrigin, FileNote } from '../tabular/table.ts';
import type { TimeForm } from '../tabular/time-steps.ts';

/** The format of a CSV file. Absent fields are detected. */
export interface CsvFormat {
  /** A label that TextDecoder supports. */
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: '.' | ',';
  /**
   * The line of the header, from 1, or all its lines, or `none` if the file has no header. The lines before it are
   * skipped.
   */
  readonly header?: number | readonly number[] | 'none';
  /** The text at the beginning of lines that are skipped. */
  readonly comments?: string;
}

/** A text that cells are compared with, trimmed, and its bytes in UTF-8. */
export interface EncodedText {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** One record of a file. The scanner reuses it for the next record: copy the texts that must stay. */
export interface CsvRecord {
  readonly length: number;
  /** Line of the file on which the record begins, from 1. */
  readonly line: number;
  /** Number of bytes, without the line break. Absent if the record does not consist of bytes. */
  readonly size?: number;
  /** Returns the text of a cell, by its column from 0; `''` beyond the last cell. It is trimmed. */
  text(column: number): string;
  /** Returns the texts of all cells. Faster than cell by cell, but repeated cells are separate strings. */
  texts(): string[];
  /** True if a cell has no text, or only blanks; also beyond the last cell. */
  isBlank(column: number): boolean;
  /** Returns the line on which a cell begins. It is later than `line` after a line break inside a quoted cell. */
  lineOf(column: number): number;
  /**
   * Returns the value of a cell with only digits, and perhaps a leading minus and a decimal point, at most 15 digits in
   * all. Returns NaN for all other cells, including other forms of numbers: parse their text instead. Creates no
   * string.
   */
  plainNumber(column: number): number;
  /**
   * Returns the time of a cell such as `yyyy-MM-dd`, `yyyy-MM-dd HH:mm` or `yyyy-MM-dd HH:mm:ss`, read as UTC, in
   * milliseconds since 1970. Returns NaN for all other cells, including other forms of times: parse their text instead.
   * Creates no string. Absent if the record does not consist of bytes.
   */
  plainTime?(column: number): number;
  /**
   * True if a cell has exactly this text, apart from blanks around it. Creates no string. Absent if the record does not
   * consist of bytes.
   */
  equals?(column: number, expected: EncodedText): boolean;
  /** True if a cell contains a point or a comma. Creates no string. Absent if the record does not consist of bytes. */
  hasMark?(column: number): boolean;
  /**
   * Returns the size of the record's text in JSON, where a control character takes six bytes. The escapes of quotes are
   * not counted.
   */
  jsonBytes(): number;
}

/** Facts about a file that are known once its header is read. */
export interface CsvFile {
  /** The delimiter. Undefined if the header is a single cell, and neither the format nor the file names a delimiter. */
  readonly delimiter: string | undefined;
  /** The types of the columns, if the source has types. If absent, all cells are text. */
  readonly origins?: readonly ColumnOrigin[];
  /** How the times of a column are read, if the source says so. */
  readonly timesOf?: (column: number) => TimeForm | undefined;
  /** The cells of the header's single lines, if it has several. */
  readonly headerLines?: readonly (readonly string[])[];
  /** Returns a hint for a missing column, if the source knows a better hint than a column with a similar name. */
  readonly hintOf?: (name: string) => string | undefined;
  /** The word for the source in messages. Defaults to `file`. */
  readonly noun?: string;
}

/**
 * Consumes the records of one file in their order. Blank lines, and blank rows at the end of the file, are skipped. If
 * there are no records, only `finish` is called. If the file has no header (`header: none`), its first record is passed
 * to `header` and then to `row`.
 */
export interface RecordConsumer<Result> {
  /** @throws WallfeedError TABLE_COLUMNS if the header lacks columns. */
  header(record: CsvRecord, file: CsvFile): void;
  /** Called before the rows of each further file, if the rows of several files are one table. */
  nextFile?(): void;
  /** Returns false if no further row is needed. */
  row(record: CsvRecord): boolean;
  /** Called at the end of a file with lines that repeat the header, which are skipped, or with a last line cut short. */
  note?(note: FileNote): void;
  /** Called after the last record. */
  finish(): Result;
}

/** Reads tables of one kind from CSV files and other sources of records. */
export interface RecordReader<Result> {
  /** True if a header has the expected columns. The scanner prefers a delimiter that gives such a header. */
  fits(header: readonly string[]): boolean;
  /**
   * Creates a consumer for one attempt to read the file. A retried download or another delimiter needs a new one.
   * @param budget counts what the consumer holds in memory. Several attempts on the same file are counted once.
   */
  create(budget: Budget): RecordConsumer<Result>;
}
