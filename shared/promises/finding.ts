/** Says how a promise is broken. */
export type FindingKind =
  | 'newest'
  | 'noTime'
  | 'by'
  | 'tooFewRows'
  | 'tooManyRows'
  | 'tooLow'
  | 'tooHigh'
  | 'other'
  | 'twice'
  | 'blank'
  | 'noNumber'
  | 'noColumn';

/** A broken promise, with the figures that its sentence shows. Plain JSON, so that environments can share it. */
export interface Finding {
  readonly kind: FindingKind;
  readonly column?: string;
  /** The first cell that breaks the promise. */
  readonly cell?: string;
  /** Number of the first row that breaks the promise: a line of a file, or a row from 1. */
  readonly line?: number;
  readonly row?: number;
  /** Number of the rows that break the promise, or the number of all rows. */
  readonly count?: number;
  readonly bound?: number;
  /** The values that were promised. */
  readonly values?: readonly (string | number)[];
}

/** The facts about the rows of one source on which its promises depend. */
export interface SourceFacts {
  /** Time at which the rows were read, in milliseconds since 1970. */
  readonly at: number;
  /** The newest time of a row, in milliseconds since 1970. Absent if no row has a time. */
  readonly newest?: number;
  readonly rows: number;
  /** The broken promises that do not depend on the clock, by name. */
  readonly found: Readonly<Record<string, Finding>>;
}

/** Facts by the names of datasets and endpoints. */
export type Facts = Readonly<Record<string, SourceFacts>>;
