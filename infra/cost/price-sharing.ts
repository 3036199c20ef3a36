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

/**
 * Counts the writes of one refresh: the lease, the response, and the shortening of a lease that would outlive the
 * response.
 */
const writesARefresh = (cacheSeconds: number): number => (cacheSeconds < LEASE_SECONDS ? 3 : 2);

type Sharing = CacheTraffic & Pick<WallEndpoint, 'cacheSeconds'>;

/** Counts an endpoint's calls to the table in a month; 0 without a shared cache. */
export const tableCallsOf = ({ misses, refreshes, refusals, cacheSeconds }: Sharing): TableCalls => ({
  reads: refreshes === 0 ? 0 : misses + refusals,
  writes: refreshes * writesARefresh(cacheSeconds) + refusals,
});

/** Calculates the monthly cost of the table for one endpoint. */
export const priceSharing = (traffic: Sharing, assumptions: Assumptions, prices: PriceList): number => {
  const { reads, writes } = tableCallsOf(traffic);
  const bytes = sharedBytes(assumptions);
  const leases = writes - traffic.refreshes;
  /** A call that is refused a lease reads the lease in place of a response. */
  const responseReads = reads - traffic.refusals;
  const responseWrites = traffic.refreshes * meteredUnits(prices, 'cacheWrite', bytes);
  return (
    priceOf(prices, 'cacheRead', responseReads * meteredUnits(prices, 'cacheRead', bytes) + traffic.refusals) +
    priceOf(prices, 'cacheWrite', leases + responseWrites)
  );
};
