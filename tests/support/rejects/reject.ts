import type { ErrorCode } from '../../../shared/errors/wallfeed-error.ts';
import type { Reading } from '../../../shared/tabular/table.ts';
import type { Lines } from './feed.ts';

/** A document, or the lines of CSV tables with the endpoint's settings. */
export interface RejectInput {
  readonly body?: unknown;
  /** Too deeply nested for JSON.stringify: pieces of text, and pairs of a piece and its number of repetitions. */
  readonly json?: readonly (string | readonly [piece: string, times: number])[];
  readonly csv?: Lines;
  /** Replaces options.json. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly reading?: Reading;
}

interface Refusal {
  readonly error: ErrorCode;
  readonly path?: string;
  readonly table?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** A near miss: an input that must be refused, with the reason. */
export interface Reject extends RejectInput, Refusal {
  readonly why: string;
}

/** By line number, from 1; the number after the last adds a line. */
export type LineChanges = Readonly<Record<string, string>>;

export interface WrittenReject extends RejectInput, Omit<Refusal, 'error'> {
  readonly why: string;
  /** By path, such as `series[0].name`. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Paths of fields or entries, removed in this order, after `set`. */
  readonly remove?: string | readonly string[];
  /** For the one table, or for each table by name. */
  readonly lines?: LineChanges | Readonly<Record<string, LineChanges>>;
  /** Default: `BODY_INVALID`. */
  readonly error?: ErrorCode;
}

/** The base itself must be accepted. */
export interface RejectGroup {
  /** If `body` is text, it names a file in the shape's folder, such as `sample.json`. */
  readonly base?: RejectInput;
  readonly rejects: readonly WrittenReject[];
}
