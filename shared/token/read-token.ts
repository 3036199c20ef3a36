import type { Deadline } from '../aws/deadline.ts';
import { serviceFailure } from '../aws/service-failure.ts';
import { type Instant, isWithin, now } from '../cache/instant.ts';
import type { TokenReference } from '../config/dashboard-config.ts';
import { causeName } from '../errors/cause-name.ts';

/** How long a token is used before it is read again. */
const TOKEN_TTL_MS = 5 * 60_000;
/** How long the last value is used, from when it was read, while its store fails. */
const OUTAGE_TTL_MS = 60 * 60_000;
/** How long a failing store is left alone. */
const RETRY_DELAY_MS = 10_000;

/** A token as it was last read. */
export interface CachedToken {
  readonly value: string;
  readonly readAt: Instant;
  /** The last failed attempt to read it again. */
  readonly failedAt?: Instant;
}

type CreateDeadline = () => Deadline;

/** Returns undefined if the store's reply holds no parameter. */
type ReadValue = (name: string, createDeadline: CreateDeadline) => Promise<string | undefined>;

const readers: Readonly<Record<TokenReference['from'], ReadValue>> = {
  env: async (name) => process.env[name] ?? '',
  ssm: async (name, createDeadline) => {
    const { getParameter } = await import('./ssm-client.ts');
    return getParameter(name, createDeadline());
  },
};

/** Tokens that were read, by `from:name`. */
export type TokenCache = Map<string, CachedToken>;

const processCache: TokenCache = new Map();

const isUsable = ({ readAt, failedAt }: CachedToken): boolean =>
  isWithin(readAt, TOKEN_TTL_MS) ||
  (failedAt !== undefined && isWithin(failedAt, RETRY_DELAY_MS) && isWithin(readAt, OUTAGE_TTL_MS));

/** True if the store says for certain that there is no such parameter: no outage, but a decision of its owner. */
const isGone = (error: unknown): boolean => /^Parameter(?:Version)?NotFound$/.test(serviceFailure(error).name);

const logFailure = (key: string, cause: string | undefined): void =>
  console.error(JSON.stringify({ token: key, cause }));

/** A deleted or emptied token lets nobody in. */
const forget = (cache: TokenCache, key: string, cause: string | undefined): undefined => {
  logFailure(key, cause);
  cache.delete(key);
  return undefined;
};

/** During an outage of the store, the last value serves for a bounded time. */
const useLast = (cache: TokenCache, key: string, cause: string | undefined): string | undefined => {
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
    if (value === undefined) return useLast(cache, key, 'NoParameter');
    if (value.trim() === '') return forget(cache, key, 'empty');
    cache.set(key, { value, readAt: now() });
    return value;
  } catch (error) {
    return isGone(error) ? forget(cache, key, causeName(error)) : useLast(cache, key, causeName(error));
  }
};

/**
 * Returns the secret that a reference names, or undefined if it cannot be read, is empty or does not exist. A secret is used
 * for five minutes before it is read again, and for up to an hour while its store fails; then there is no promise to wait for.
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
