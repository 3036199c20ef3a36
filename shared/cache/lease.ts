import type { Deadline } from '../aws/deadline.ts';
import type { CacheTable } from './cache-table.ts';
import { leaseMsOf, renewLease } from './renew-lease.ts';
import type { CachedResponse } from './response-body.ts';
import type { SourceFailure } from './source-failure.ts';
import { type CallTerms, CLOSING_MS, callTable, type TableAccess, tryTable, waitFor } from './table-access.ts';
import { CLOCK_TOLERANCE_MS } from './timestamp.ts';
import type { SharedKey } from './variants.ts';

/** Only one of all environments has the right to read the sources. */
export interface Lease {
  readonly failures: number;
  share(response: CachedResponse): Promise<void>;
  leaveAlone(failure: SourceFailure, milliseconds: number): Promise<void>;
  giveUp(): Promise<void>;
}

/** Clocks differ. */
const STUCK_MARGIN_MS = CLOSING_MS + CLOCK_TOLERANCE_MS;

interface TakenLease {
  readonly key: SharedKey;
  readonly terms: CallTerms;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly failures: number;
}

const createLease = (access: TableAccess, { key, terms, startedAt, failures }: TakenLease): Lease => {
  const { owner } = access;
  const { ttl, stale } = terms;
  const leaseMs = leaseMsOf(terms.deadline);
  const call = <Result>(work: (table: CacheTable, deadline: Deadline) => Promise<Result>, by: CallTerms = terms) =>
    tryTable(access, by, (table) => callTable(access, by, (deadline) => work(table, deadline)));
  const take = (until: number, by?: CallTerms) =>
    call((table, deadline) => table.takeLease(key, { owner, startedAt, until, stuckBefore: 0 }, deadline), by);
  // Renewals do not count as time that the request waits for the table.
  const renew = (until: number) => take(until, { ...terms, tableTime: { ...terms.tableTime } });
  const stop = renewLease(renew, leaseMs, terms.endsAt);
  const stopRenewals = () => waitFor(terms, stop);
  return {
    failures,
    share: async (response) => {
      await stopRenewals();
      const goodUntil = response.askedAt.wall + ttl;
      const isNewest = await call((table, deadline) => table.put(key, response, goodUntil + stale, deadline));
      // A lease that outlives the response's TTL would block the next refresh.
      if (isNewest && Date.now() + leaseMs > goodUntil) await take(goodUntil);
    },
    leaveAlone: async (failure, milliseconds) => {
      await stopRenewals();
      const until = Date.now() + milliseconds;
      await call((table, deadline) => table.leaveAlone(key, owner, { ...failure, until }, deadline));
    },
    giveUp: async () => {
      await stopRenewals();
      await call((table, deadline) => table.giveUpLease(key, owner, deadline));
    },
  };
};

/** Returns undefined if another environment has the lease. Throws the errors of the table. */
export const takeLease = async (
  access: TableAccess,
  table: CacheTable,
  key: SharedKey,
  terms: CallTerms,
): Promise<Lease | undefined> => {
  const startedAt = Date.now();
  const stuckBefore = startedAt - terms.deadline - STUCK_MARGIN_MS;
  const until = startedAt + leaseMsOf(terms.deadline);
  const wanted = { owner: access.owner, startedAt, until, stuckBefore };
  const failures = await callTable(access, terms, (deadline) => table.takeLease(key, wanted, deadline));
  return failures === undefined ? undefined : createLease(access, { key, terms, startedAt, failures });
};
