/** Described by its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The name by which a selection refers to the column, or the position if the name is blank or not unique. */
  readonly reference: string | number;
  /** One for each line of the header. Empty if the header is a single line. */
  readonly parts: readonly string[];
  readonly kind: 'number' | 'time' | 'text' | 'unclear' | 'mixed';
  /** True for lengths of time, whose average says more than their sum. */
  readonly isLength?: boolean;
  /** The unit behind all numbers, such as `GB`. Absent if they have none. */
  readonly unit?: string;
  /** Without blank cells. */
  readonly values: ReadonlySet<string>;
  readonly hasBlanks: boolean;
  readonly isUnique: boolean;
  /** 0 if the column has no times. */
  readonly spanMs: number;
  readonly bucket: 'hour' | 'day' | 'month';
}
