import type { Budget } from '../limits/budget.ts';
import type { ColumnOrigin, FileNote } from '../tabular/table.ts';
import type { TimeForm } from '../tabular/time-steps.ts';

/** Absent fields are detected. */
export interface CsvFormat {
  /** A label that TextDecoder supports. */
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: '.' | ',';
  /** The line or lines, from 1, or `none` if the file has no header. The lines before it are skipped. */
  readonly header?: number | readonly number[] | 'none';
  /** Lines that begin with this text are skipped. */
  readonly comments?: string;
}

/** Trimmed, and in UTF-8. */
export interface EncodedText {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The scanner reuses a record for the next one: copy the texts that must stay. */
export interface CsvRecord {
  readonly length: number;
  /** Line on which the record begins, from 1. */
  readonly line: number;
  /** In bytes, without the line break. Absent if the record does not consist of bytes. */
  readonly size?: number;
  /** Returns trimmed text, by the column from 0; `''` beyond the last cell. */
  text(column: number): string;
  /** Reads faster than cell by cell, but repeated cells are separate strings. */
  texts(): string[];
  /** True also beyond the last cell. */
  isBlank(column: number): boolean;
  /** Returns a later line than `line` after a line break inside a quoted cell. */
  lineOf(column: number): number;
  /**
   * Returns NaN unless a cell has only digits, and perhaps a leading minus and a decimal point, at most 15 digits in
   * all: parse the text instead. Creates no string.
   */
  plainNumber(column: number): number;
  /**
   * Reads `yyyy-MM-dd`, `yyyy-MM-dd HH:mm` or `yyyy-MM-dd HH:mm:ss` as UTC, in milliseconds since 1970. NaN for all
   * other cells: parse their text instead. Creates no string. Absent if the record does not consist of bytes.
   */
  plainTime?(column: number): number;
  /**
   * True for the same text, apart from blanks around the cell. Creates no string. Absent if the record does not consist
   * of bytes.
   */
  equals?(column: number, expected: EncodedText): boolean;
  /** True for a point or a comma. Creates no string. Absent if the record does not consist of bytes. */
  hasMark?(column: number): boolean;
  /** Counts six bytes for a control character. The escapes of quotes are not counted. */
  jsonBytes(): number;
}

export interface CsvFile {
  /** Undefined if the header is a single cell, and neither the format nor the file names a delimiter. */
  readonly delimiter: string | undefined;
  /** If absent, all cells are text. */
  readonly origins?: readonly ColumnOrigin[];
  /** How the times of a column are read, if the source says so. */
  readonly timesOf?: (column: number) => TimeForm | undefined;
  /** The cells of the header's single lines, if it has several. */
  readonly headerLines?: readonly (readonly string[])[];
  /** Set if the source knows a better hint for a missing column than a column with a similar name. */
  readonly hintOf?: (name: string) => string | undefined;
  /** Word for the source in messages. Defaults to `file`. */
  readonly noun?: string;
}

/**
 * Gets the records of one file in their order, without blank lines and blank rows at the end. If there are no records,
 * only `finish` is called. With `header: none`, the first record is passed to `header` and then to `row`.
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
  finish(): Result;
}

export interface RecordReader<Result> {
  /** True for the expected columns. The scanner prefers a delimiter that gives such a header. */
  fits(header: readonly string[]): boolean;
  /**
   * A retried download or another delimiter needs a new consumer.
   * @param budget counts what the consumer holds in memory. Several attempts on the same file are counted once.
   */
  create(budget: Budget): RecordConsumer<Result>;
}
