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
