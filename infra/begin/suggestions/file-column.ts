/** A column of a file, described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  /** The cell of the column in each line of the header. Empty if the header is a single line. */
  readonly parts: readonly string[];
  readonly kind: 'number' | 'time' | 'text' | 'unclear' | 'mixed';
  /** True for lengths of time, whose average says more than their sum. */
  readonly isLength?: boolean;
  /** The unit behind all numbers, such as `GB`. Absent if they have none. */
  readonly unit?: string;
  /** The different cells that are not blank. */
  readonly values: ReadonlySet<string>;
  readonly hasBlanks: boolean;
  /** True if no two rows have the same cell. */
  readonly isUnique: boolean;
  /** Milliseconds between the earliest and the latest time of the column; 0 if it has no times. */
  readonly spanMs: number;
  /** The spans into which the times of the column are grouped. */
  readonly bucket: 'hour' | 'day' | 'month';
}
