import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeadline, type Deadline } from '../aws/deadline.ts';
import { causeName } from '../errors/cause-name.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import { sourceError } from '../sources/source-error.ts';
import type { CacheTable } from './cache-table.ts';
import { CLOCK_TOLERANCE } from './instant.ts';
import { leaseMsOf, renewLease } from './renew-lease.ts';
import type { CachedResponse } from './response-body.ts';
import type { SharedEntry } from './shared-item.ts';
import { retryAfter, type SourceFailure } from './source-failure.ts';
import type { SharedKey } from './variants.ts';

/** The right to ask the sources: of all environments, one holds it. */
export interface Lease {
  /** How often the sources failed before, in a row. */
  readonly failures: number;
  share(response: CachedResponse): Promise<void>;
  /** Tells all environments to leave the sources alone for so many milliseconds. */
  leaveAlone(failure: SourceFailure, milliseconds: number): Promise<void>;
  giveUp(): Promise<void>;
}

/** The shared cache's reply to a request. */
export interface SharedLookup {
  /** The response in the table, fresh or not. */
  readonly response?: CachedResponse;
  /** True if another environment is about to replace it, so that it is to be served as it is. */
  readonly isRefreshing?: boolean;
  /** Why the sources are not to be asked. */
  readonly failure?: WallfeedError;
  readonly lease?: Lease;
}

/** How long a response is good, and may be served while another is made; milliseconds. */
export interface Terms {
  readonly ttl: number;
  readonly stale: number;
  /** How long asking the sources may take. */
  readonly deadline: number;
  /** When the sources must have answered, on the clock of `performance`. */
  readonly endsAt: number;
  /** When calls to the table must have ended, on the same clock, for Lambda not to end the invocation first. */
  readonly closesAt: number;
}

interface CallTerms extends Terms {
  /** How long a call to the table may take, in milliseconds. */
  readonly maxCallMs: number;
}

/** Responses that all environments of a function cache together. */
export interface SharedCache {
  /** Never throws: an endpoint works without the table. */
  consult(key: SharedKey, terms: Terms): Promise<SharedLookup>;
}

const CALL_MS = 1_000;
/** The first call of an environment also loads code and opens a connection, on little CPU. */
const FIRST_CALL_MS = 3_000;
const PAUSE_AFTER_FAILURE_MS = 10_000;
/** Before an environment asks again for what another is making; each pause is longer than the one before. */
const POLL_MS = 200;
const MIN_POLL_MS = 20;
const POLL_GROWTH = 1.5;
const MAX_POLL_MS = 500;
/** What a request that waited for another environment needs to answer in time. */
const RESERVE_MS = 250;
/** A call to the table takes at most this share of the time for calls, so that the sources have the rest. */
const CALL_SHARE = 1 / 2;
/** How much longer than calls to the sources calls to the table may take. */
const CLOSING_MS = 500;
/** How much longer than its call a lease may be held, for clocks that differ. */
const STUCK_MARGIN_MS = CLOSING_MS + CLOCK_TOLERANCE;

const ageOf = ({ askedAt }: SharedEntry): number => Math.max(0, Date.now() - askedAt);

const waitedInVain = (): WallfeedError => sourceError('SOURCE_TIMEOUT', { name: 'StillAskedElsewhere' });

/** Opens the table when it is first needed. */
export const createSharedCache = (open: () => Promise<CacheTable>): SharedCache => {
  const owner = randomUUID();
  let notBefore = 0;
  let hasAnswered = false;

  /** Runs what may fail without harm; after a failure the table is left alone for a while. */
  const attempt = async <Result>(work: (table: CacheTable) => Promise<Result>): Promise<Result | undefined> => {
    if (performance.now() < notBefore) return undefined;
    try {
      const result = await work(await open());
      hasAnswered = true;
      return result;
    } catch (error) {
      notBefore = performance.now() + PAUSE_AFTER_FAILURE_MS;
      console.error(JSON.stringify({ sharedCache: 'left alone for 10 s', cause: causeName(error) }));
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
        // Lets the lease expire if it ends before the response does: nobody asks for another until then.
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

  /** One look at the table. While another environment asks the sources for the first response: when its lease ends. */
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
