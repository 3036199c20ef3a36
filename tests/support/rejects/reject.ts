import type { ErrorCode } from '../../../shared/errors/wallfeed-error.ts';
import type { Reading } from '../../../shared/tabular/table.ts';
import type { Lines } from './feed.ts';

/** The input of an endpoint: a document, or the lines of its CSV tables with the endpoint's settings. */
export interface RejectInput {
  readonly body?: unknown;
  /**
   * The text of a document that is nested too deeply for JSON.stringify: pieces of text, and pairs of a piece and its
   * number of repetitions.
   */
  readonly json?: readonly (string | readonly [piece: string, times: number])[];
  readonly csv?: Lines;
  /** Replaces options.json. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly reading?: Reading;
}

/** The expected refusal of an input. */
interface Refusal {
  readonly error: ErrorCode;
  readonly path?: string;
  readonly table?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** A near miss: an input that must be refused, the reason, and the expected refusal. */
export interface Reject extends RejectInput, Refusal {
  readonly why: string;
}

/** New text by line number, from 1; the number after the last adds a line. */
export type LineChanges = Readonly<Record<string, string>>;

/** A near miss in the form of rejects.json: changes to a base. */
export interface WrittenReject extends RejectInput, Omit<Refusal, 'error'> {
  readonly why: string;
  /** New values by path, such as `series[0].name`. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Paths of fields or entries to remove, in this order, after `set`. */
  readonly remove?: string | readonly string[];
  /** Changed lines of the one table, or of each table by name. */
  readonly lines?: LineChanges | Readonly<Record<string, LineChanges>>;
  /** The expected error code. Defaults to `BODY_INVALID`. */
  readonly error?: ErrorCode;
}

/** Rejects that differ from one base; the base itself must be accepted. */
export interface RejectGroup {
  /** If `body` is text, it names a file in the shape's folder, such as `sample.json`. */
  readonly base?: RejectInput;
  readonly rejects: readonly WrittenReject[];
}
