import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeadline, type Deadline } from '../aws/deadline.ts';
import { sourceError } from '../aws/source-error.ts';
import { causeName } from '../errors/cause-name.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { CacheTable } from './cache-table.ts';
import { leaseMsOf, renewLease } from './renew-lease.ts';
import type { CachedResponse } from './response-body.ts';
import type { SharedEntry } from './shared-item.ts';
import { retryAfter, type SourceFailure } from './source-failure.ts';
import { CLOCK_TOLERANCE_MS } from './timestamp.ts';
import type { SharedKey } from './variants.ts';

/** The right to read the sources. Only one of all environments has it at a time. */
export interface Lease {
  /** Number of failures of the sources in a row so far. */
  readonly failures: number;
  share(response: CachedResponse): Promise<void>;
  /** Stops all environments from reading the sources for a time in milliseconds. */
  leaveAlone(failure: SourceFailure, milliseconds: number): Promise<void>;
  giveUp(): Promise<void>;
}

/** The result of consulting the shared cache. */
export interface SharedLookup {
  /** The response in the table; it may have expired. */
  readonly response?: CachedResponse;
  /** True if another environment is replacing the response. Meanwhile the old response is served. */
  readonly isRefreshing?: boolean;
  /** The failure because of which the sources must not be read. */
  readonly failure?: WallfeedError;
  readonly lease?: Lease;
}

/** Times of one request, in milliseconds. */
export interface Terms {
  readonly ttl: number;
  readonly stale: number;
  /** Time limit for reading the sources. */
  readonly deadline: number;
  /** Time by which the sources must have answered, by `performance.now()`. */
  readonly endsAt: number;
  /** Time by which calls to the table must have ended, by `performance.now()`: before Lambda ends the invocation. */
  readonly closesAt: number;
}

interface CallTerms extends Terms {
  /** Time limit for a call to the table, in milliseconds. */
  readonly maxCallMs: number;
}

/** The cache that all environments of a function share. */
export interface SharedCache {
  /** Looks up a response or takes the lease. Never throws, because an endpoint works without the table. */
  consult(key: SharedKey, terms: Terms): Promise<SharedLookup>;
}

const CALL_MS = 1_000;
/** Time limit for an environment's first call, which also loads code and opens a connection on little CPU. */
const FIRST_CALL_MS = 3_000;
const PAUSE_AFTER_FAILURE_MS = 10_000;
/** First pause before looking again for a response that another environment is creating. Later pauses grow. */
const POLL_MS = 200;
const MIN_POLL_MS = 20;
const POLL_GROWTH = 1.5;
const MAX_POLL_MS = 500;
/** Time that a request needs for its response after it waited for another environment. */
const RESERVE_MS = 250;
/** Maximum share of a request's time for a call to the table. The rest is left for the sources. */
const CALL_SHARE = 1 / 2;
/** Extra time for calls to the table after the deadline of the sources. */
const CLOSING_MS = 500;
/** Tolerance before a lease counts as stuck, because clocks differ. */
const STUCK_MARGIN_MS = CLOSING_MS + CLOCK_TOLERANCE_MS;

const ageOf = ({ askedAt }: SharedEntry): number => Math.max(0, Date.now() - askedAt);

const waitedInVain = (): WallfeedError => sourceError('SOURCE_TIMEOUT', { name: 'StillAskedElsewhere' });

/** Creates a shared cache that opens its table at the first request. */
export const createSharedCache = (open: () => Promise<CacheTable>): SharedCache => {
  const owner = randomUUID();
  let notBefore = 0;
  let hasAnswered = false;

  /** Runs work on the table. A failure is harmless: after it, the table is skipped for a while. */
  const attempt = async <Result>(work: (table: CacheTable) => Promise<Result>): Promise<Result | undefined> => {
    if (performance.now() < notBefore) return undefined;
    try {
      const result = await work(await open());
      hasAnswered = true;
      return result;
    } catch (error) {
      notBefore = performance.now() + PAUSE_AFTER_FAILURE_MS;
      console.error(JSON.stringify({ sharedCache: 'not used for 10 s after a failure', cause: causeName(error) }));
      return undefined;
    }
  };

  const inTime = ({ endsAt, closesAt, maxCallMs }: CallTerms): Deadline => {
    const callMs = Math.min(hasAnswered ? CALL_MS : FIRST_CALL_MS, maxCallMs);
    return createDeadline(Math.min(performance.now() + callMs, endsAt + CLOSING_MS, closesAt));
  };

  const createLease = (key: SharedKey, terms: CallTerms, startedAt: number, failures: number): Lease => {
    const { ttl, stale, deadline, endsAt } = terms;
    const leaseMs = leaseMsOf(deadline);
    const take = (until: number) =>
      attempt((table) => table.takeLease(key, { owner, startedAt, until, stuckBefore: 0 }, inTime(terms)));
    const stopRenewals = renewLease(take, leaseMs, endsAt);
    return {
      failures,
      share: async (response) => {
        await stopRenewals();
        const goodUntil = response.askedAt.wall + ttl;
        const isNewest = await attempt((table) => table.put(key, response, goodUntil + stale, inTime(terms)));
        // Shortens a lease that would outlive the response's TTL, because it would block the next refresh.
        if (isNewest && Date.now() + leaseMs > goodUntil) await take(goodUntil);
      },
      leaveAlone: async (failure, milliseconds) => {
        await stopRenewals();
        const until = Date.now() + milliseconds;
        await attempt((table) => table.leaveAlone(key, owner, { ...failure, until }, inTime(terms)));
      },
      giveUp: async () => {
        await stopRenewals();
        await attempt((table) => table.giveUpLease(key, owner, inTime(terms)));
      },
    };
  };

  const takeLease = async (table: CacheTable, key: SharedKey, terms: CallTerms): Promise<Lease | undefined> => {
    const startedAt = Date.now();
    const stuckBefore = startedAt - terms.deadline - STUCK_MARGIN_MS;
    const until = startedAt + leaseMsOf(terms.deadline);
    const failures = await table.takeLease(key, { owner, startedAt, until, stuckBefore }, inTime(terms));
    return failures === undefined ? undefined : createLease(key, terms, startedAt, failures);
  };

  /** Looks at the table once. Returns the end of the lease if another environment is creating the first response. */
  const look = async (
    table: CacheTable,
    key: SharedKey,
    terms: CallTerms,
    isLast: boolean,
  ): Promise<SharedLookup | { readonly leaseEndsAt: number }> => {
    const found = await table.find(key, inTime(terms));
    const age = found ? ageOf(found) : Number.POSITIVE_INFINITY;
    const response = found?.response && { response: found.response };
    if (age < terms.ttl) return { ...response };
    const lease = isLast ? undefined : await takeLease(table, key, terms);
    if (lease) return { ...response, lease };
    const { isOther, failure, until = 0 } = (await table.findLease(key, inTime(terms))) ?? {};
    if (isOther) return {};
    if (failure) return { ...response, failure: retryAfter(failure, until - Date.now()) };
    if (response && age < terms.ttl + terms.stale) return { ...response, isRefreshing: true };
    return isLast ? { ...response, failure: waitedInVain() } : { leaseEndsAt: until };
  };

  const consultTable = async (table: CacheTable, key: SharedKey, terms: CallTerms): Promise<SharedLookup> => {
    const { signal } = createDeadline(terms.endsAt - RESERVE_MS);
    for (let pause = POLL_MS; ; pause = Math.min(pause * POLL_GROWTH, MAX_POLL_MS)) {
      const lookup = await look(table, key, terms, signal.aborted);
      if (!('leaseEndsAt' in lookup)) return lookup;
      const rest = Math.max(MIN_POLL_MS, lookup.leaseEndsAt + 1 - Date.now());
      await sleep(Math.min(pause, rest), undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    consult: async (key, terms) => {
      const maxCallMs = (terms.endsAt - performance.now()) * CALL_SHARE;
      return (await attempt((table) => consultTable(table, key, { ...terms, maxCallMs }))) ?? {};
    },
  };
};
