import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeadline } from '../aws/deadline.ts';
import { sourceError } from '../aws/source-error.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { CacheTable } from './cache-table.ts';
import { type Lease, takeLease } from './lease.ts';
import type { CachedResponse } from './response-body.ts';
import type { SharedEntry } from './shared-item.ts';
import { retryAfter } from './source-failure.ts';
import { type CallTerms, callTable, callTermsOf, type TableAccess, type Terms, tryTable } from './table-access.ts';
import type { SharedKey } from './variants.ts';

export interface SharedLookup {
  /** The response may have expired. */
  readonly response?: CachedResponse;
  /** True if the old response is served meanwhile. */
  readonly isRefreshing?: boolean;
  readonly failure?: WallfeedError;
  readonly lease?: Lease;
}

export interface SharedCache {
  /** Never throws, because an endpoint works without the table. */
  consult(key: SharedKey, terms: Terms): Promise<SharedLookup>;
}

/** Later pauses grow. */
const POLL_MS = 200;
const MIN_POLL_MS = 20;
const POLL_GROWTH = 1.5;
const MAX_POLL_MS = 500;
/** Time to send a response after a wait for another environment. */
const RESERVE_MS = 250;

const ageOf = ({ askedAt }: SharedEntry): number => Math.max(0, Date.now() - askedAt);

const waitedInVain = (): WallfeedError => sourceError('SOURCE_TIMEOUT', { name: 'StillAskedElsewhere' });

/** Returns the end of the lease if another environment is creating the first response. */
const look = async (
  access: TableAccess,
  table: CacheTable,
  key: SharedKey,
  terms: CallTerms,
  isLast: boolean,
): Promise<SharedLookup | { readonly leaseEndsAt: number }> => {
  const found = await callTable(access, terms, (deadline) => table.find(key, deadline));
  const age = found ? ageOf(found) : Number.POSITIVE_INFINITY;
  const response = found?.response && { response: found.response };
  if (age < terms.ttl) return { ...response };
  const lease = isLast ? undefined : await takeLease(access, table, key, terms);
  if (lease) return { ...response, lease };
  const {
    isOther,
    failure,
    until = 0,
  } = (await callTable(access, terms, (deadline) => table.findLease(key, deadline))) ?? {};
  if (isOther) return {};
  if (failure) return { ...response, failure: retryAfter(failure, until - Date.now()) };
  if (response && age < terms.ttl + terms.stale) return { ...response, isRefreshing: true };
  return isLast ? { ...response, failure: waitedInVain() } : { leaseEndsAt: until };
};

/** Looks for the last time shortly before the deadline. */
const lookUntilFound = async (
  access: TableAccess,
  table: CacheTable,
  key: SharedKey,
  terms: CallTerms,
): Promise<SharedLookup> => {
  const { signal } = createDeadline(terms.endsAt - RESERVE_MS);
  for (let pause = POLL_MS; ; pause = Math.min(pause * POLL_GROWTH, MAX_POLL_MS)) {
    const lookup = await look(access, table, key, terms, signal.aborted);
    if (!('leaseEndsAt' in lookup)) return lookup;
    const rest = Math.max(MIN_POLL_MS, lookup.leaseEndsAt + 1 - Date.now());
    await sleep(Math.min(pause, rest), undefined, { signal }).catch(() => undefined);
  }
};

export const createSharedCache = (open: () => Promise<CacheTable>): SharedCache => {
  const access: TableAccess = { open, owner: randomUUID(), skippedUntil: 0, hasAnswered: false };
  return {
    consult: async (key, terms) => {
      const callTerms = callTermsOf(terms);
      return (await tryTable(access, callTerms, (table) => lookUntilFound(access, table, key, callTerms))) ?? {};
    },
  };
};
