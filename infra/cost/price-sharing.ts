import { LEASE_MS } from '../../shared/cache/renew-lease.ts';
import type { Assumptions } from './assumptions.ts';
import { type CacheTraffic, sharedBytes } from './cache-traffic.ts';
import { meteredUnits, type PriceList, priceOf } from './price-list.ts';
import type { WallEndpoint } from './wall.ts';

/** Calls to the table of the shared cache: shared/cache/shared-cache.ts. */
export interface TableCalls {
  readonly reads: number;
  readonly writes: number;
}

const LEASE_SECONDS = LEASE_MS / 1000;

/** Of one refresh: the lease is taken, the answer put; a lease that would outlive the answer is cut short. */
const writesARefresh = (cacheSeconds: number): number => (cacheSeconds < LEASE_SECONDS ? 3 : 2);

type Sharing = CacheTraffic & Pick<WallEndpoint, 'cacheSeconds'>;

/** What an endpoint asks of the table in a month: nothing where it shares nothing. */
export const tableCallsOf = ({ misses, refreshes, refusals, cacheSeconds }: Sharing): TableCalls => ({
  reads: refreshes === 0 ? 0 : misses + refusals,
  writes: refreshes * writesARefresh(cacheSeconds) + refusals,
});

/** What the table asks for one endpoint's month. */
export const priceSharing = (traffic: Sharing, assumptions: Assumptions, prices: PriceList): number => {
  const { reads, writes } = tableCallsOf(traffic);
  const bytes = sharedBytes(assumptions);
  const leases = writes - traffic.refreshes;
  /** Whoever is refused a lease reads it. */
  const responseReads = reads - traffic.refusals;
  const answers = traffic.refreshes * meteredUnits(prices, 'cacheWrite', bytes);
  return (
    priceOf(prices, 'cacheRead', responseReads * meteredUnits(prices, 'cacheRead', bytes) + traffic.refusals) +
    priceOf(prices, 'cacheWrite', leases + answers)
  );
};
