import { isStillRunning } from '../aws/source-error.ts';
import { toCacheableError, WallfeedError } from '../errors/wallfeed-error.ts';
import { createLru } from './create-lru.ts';
import { now, since, type Timestamp } from './timestamp.ts';

/** The source did not answer in time, or refused calls. */
const PAUSING_CODES: ReadonlySet<unknown> = new Set(['SOURCE_TIMEOUT', 'SOURCE_THROTTLED']);

const COOLDOWN_MS = 5_000;
const MAX_BACKOFF_MS = 60_000;
export const MAX_COOLDOWN_MS = 300_000;
const MAX_ENTRIES = 1_000;

export interface SourceFailure {
  readonly error: WallfeedError;
  readonly count: number;
}

/** True for an error after which calls to the source pause. A query that is still running is no failure. */
export const startsPause = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && PAUSING_CODES.has(error.code) && !isStillRunning(error);

/**
 * Returns the pause after a failure in milliseconds: at least as long as the source asks for. The pause doubles with
 * each failure in a row, but only if a stale response can be served meanwhile.
 */
export const cooldownOf = ({ error, count }: SourceFailure, hasStale: boolean): number => {
  const backoff = hasStale ? Math.min(COOLDOWN_MS * 2 ** (count - 1), MAX_BACKOFF_MS) : COOLDOWN_MS;
  return Math.min(Math.max(backoff, (error.retryAfter ?? 0) * 1_000), MAX_COOLDOWN_MS);
};

export const retryAfter = ({ code, message, details, cause }: WallfeedError, milliseconds: number): WallfeedError =>
  new WallfeedError(code, message, details, { cause, retryAfter: Math.max(1, Math.ceil(milliseconds / 1_000)) });

export const writeFailure = ({ error }: SourceFailure): string => {
  const { code, message, details, cause } = toCacheableError(error);
  return JSON.stringify({ code, message, details, cause });
};

/** Returns undefined if the text, which another environment wrote, is invalid. */
export const readFailure = (text: string): WallfeedError | undefined => {
  try {
    const { code, message, details, cause } = JSON.parse(text);
    const isFailure = PAUSING_CODES.has(code) && typeof message === 'string' && Array.isArray(details);
    return isFailure ? new WallfeedError(code, message, details, { cause }) : undefined;
  } catch {
    return undefined;
  }
};

interface EndingLease {
  readonly failures: number;
  leaveAlone(failure: SourceFailure, milliseconds: number): Promise<void>;
  giveUp(): Promise<void>;
}

interface FailedCall {
  /** Undefined if the response is not cached. Then calls to the source do not pause. */
  readonly key: string | undefined;
  readonly hasStale: boolean;
  readonly lease: EndingLease | undefined;
}

export interface FailureMemory {
  /** @param before number of failures in a row that other environments know of. */
  note(key: string, error: WallfeedError, before?: number): SourceFailure;
  recall(key: string, hasStale: boolean): WallfeedError | undefined;
  forget(key: string): void;
}

export const createFailureMemory = (): FailureMemory => {
  const failures = createLru<SourceFailure & { readonly failedAt: Timestamp }>({ entries: MAX_ENTRIES });
  return {
    note: (key, error, before = 0) => {
      const count = Math.max(before, failures.get(key)?.count ?? 0) + 1;
      const failure = { error: toCacheableError(error), count, failedAt: now() };
      failures.set(key, failure);
      return failure;
    },
    recall: (key, hasStale) => {
      const failure = failures.get(key);
      if (!failure) return undefined;
      const rest = cooldownOf(failure, hasStale) - since(failure.failedAt);
      return rest > 0 ? retryAfter(failure.error, rest) : undefined;
    },
    forget: (key) => {
      failures.delete(key);
    },
  };
};

/**
 * Pauses calls to a source that does not answer or refuses calls. If the request has the lease, pauses the calls of all
 * environments. Returns the error to report. The `Retry-After` of the error is the end of the pause.
 */
export const pauseCalls = async (
  failures: FailureMemory,
  error: unknown,
  { key, hasStale, lease }: FailedCall,
): Promise<unknown> => {
  if (key === undefined || !startsPause(error)) {
    await lease?.giveUp();
    return error;
  }
  const failure = failures.note(key, error, lease?.failures);
  const cooldown = cooldownOf(failure, hasStale);
  await lease?.leaveAlone(failure, cooldown);
  return retryAfter(error, cooldown);
};
