import type { Deadline } from '../aws/deadline.ts';
import { serviceFailure } from '../aws/service-errors.ts';
import { isWithin, now, type Timestamp } from '../cache/timestamp.ts';
import type { TokenReference } from '../config/dashboard-config.ts';
import { causeName, reasonOf } from '../errors/cause-name.ts';

const TOKEN_TTL_MS = 5 * 60_000;
/** TTL of a cached token while its store fails. */
const OUTAGE_TTL_MS = 60 * 60_000;
/** Pause after a failure of the store. */
const RETRY_DELAY_MS = 10_000;

export interface CachedToken {
  readonly value: string;
  readonly readAt: Timestamp;
  readonly failedAt?: Timestamp;
}

type CreateDeadline = () => Deadline;

/** Undefined if the store's reply contains no parameter. */
type ReadValue = (name: string, createDeadline: CreateDeadline) => Promise<string | undefined>;

const readers: Readonly<Record<TokenReference['from'], ReadValue>> = {
  env: async (name) => process.env[name] ?? '',
  ssm: async (name, createDeadline) => {
    const { getParameter } = await import('./ssm-client.ts');
    return getParameter(name, createDeadline());
  },
};

/** Tokens by `from:name`. */
export type TokenCache = Map<string, CachedToken>;

const processCache: TokenCache = new Map();

const isUsable = ({ readAt, failedAt }: CachedToken): boolean =>
  isWithin(readAt, TOKEN_TTL_MS) ||
  (failedAt !== undefined && isWithin(failedAt, RETRY_DELAY_MS) && isWithin(readAt, OUTAGE_TTL_MS));

/**
 * True if the store reports that the parameter does not exist. Such a parameter was deleted by its owner, so the error
 * is not an outage.
 */
const isGone = (error: unknown): boolean => /^Parameter(?:Version)?NotFound$/.test(serviceFailure(error).name);

interface Cause {
  readonly cause: string | undefined;
  readonly reason?: string | undefined;
}

const logFailure = (key: string, cause: Cause): void => console.error(JSON.stringify({ token: key, ...cause }));

/** Removes a deleted or empty token authorizes no request. */
const forget = (cache: TokenCache, key: string, cause: Cause): undefined => {
  logFailure(key, cause);
  cache.delete(key);
  return undefined;
};

/** Serves for a limited time during an outage of the store. */
const useLast = (cache: TokenCache, key: string, cause: Cause): string | undefined => {
  logFailure(key, cause);
  const last = cache.get(key);
  if (!last || !isWithin(last.readAt, OUTAGE_TTL_MS)) return undefined;
  cache.set(key, { ...last, failedAt: now() });
  return last.value;
};

const refresh = async (
  { from, name }: TokenReference,
  key: string,
  createDeadline: CreateDeadline,
  cache: TokenCache,
) => {
  try {
    const value = await readers[from](name, createDeadline);
    if (value === undefined) return useLast(cache, key, { cause: 'NoParameter' });
    if (value.trim() === '') return forget(cache, key, { cause: 'empty' });
    cache.set(key, { value, readAt: now() });
    return value;
  } catch (error) {
    const cause = { cause: causeName(error), reason: reasonOf(error) };
    return isGone(error) ? forget(cache, key, cause) : useLast(cache, key, cause);
  }
};

/**
 * Returns undefined if the token cannot be read, is empty or does not exist. Caches a token for five minutes, or for up
 * to an hour while its store fails. Returns a cached token without a promise.
 */
export const readToken = (
  reference: TokenReference,
  createDeadline: CreateDeadline,
  cache: TokenCache = processCache,
): string | undefined | Promise<string | undefined> => {
  const key = `${reference.from}:${reference.name}`;
  const last = cache.get(key);
  return last && isUsable(last) ? last.value : refresh(reference, key, createDeadline, cache);
};
