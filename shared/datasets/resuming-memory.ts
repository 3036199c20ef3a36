import { isStillRunning } from '../aws/source-error.ts';
import { isWithin, now, type Timestamp } from '../cache/timestamp.ts';
import { toCacheableError } from '../errors/to-cacheable-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';

/**
 * Time for which all endpoints of a dataset share the error that its database is resuming. Meanwhile the database would
 * refuse every statement.
 */
const RESUMING_MS = 2_000;

/** Remembers the last error of a database that was resuming. */
export interface ResumingMemory {
  /** Remembers an error if it says that the database is resuming. */
  note(key: string, error: unknown): void;
  /** Returns the error to send while the database is still resuming. */
  recall(key: string): WallfeedError | undefined;
}

const isResuming = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && error.code === 'SOURCE_RESUMING' && !isStillRunning(error);

/** Creates a memory of one error. */
export const createResumingMemory = (): ResumingMemory => {
  let last: { readonly key: string; readonly error: WallfeedError; readonly at: Timestamp } | undefined;
  return {
    note: (key, error) => {
      if (isResuming(error)) last = { key, error: toCacheableError(error), at: now() };
    },
    recall: (key) => (last?.key === key && isWithin(last.at, RESUMING_MS) ? last.error : undefined),
  };
};
