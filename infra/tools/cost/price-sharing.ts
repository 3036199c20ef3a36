import { LEASE } from '../../../shared/cache/hold-lease.ts';
import type { Assumptions } from './assumptions.ts';
import { type CacheTraffic, sharedBytes } from './cache-traffic.ts';
import { meteredUnits, type PriceList, priceOf } from './price-list.ts';
import type { WallEndpoint } from './wall.ts';

/** Calls to the table of the shared cache: shared/cache/shared-answers.ts. */
export interface TableCalls {
  readonly reads: number;
  readonly writes: number;
}

const LEASE_SECONDS = LEASE / 1000;

/** Of one refresh: the lease is taken, the answer put; a lease that would outlive the answer is cut short. */
const writesARefresh = (cacheSeconds: number): number => (cacheSeconds < LEASE_SECONDS ? 3 : 2);

type Sharing = CacheTraffic & Pick<WallEndpoint, 'cacheSeconds'>;

/** What an endpoint asks of the table in a month: nothing where it shares nothing. */
export const tableCallsOf = ({ misses, refreshes, refusals, cacheSeconds }: Sharing): TableCalls => ({
  reads: refreshes === 0 ? 0 : misses,
  writes: refreshes * writesARefresh(cacheSeconds) + refusals,
});

/** What the table asks for one endpoint's month. */
export const priceSharing = (traffic: Sharing, assumptions: Assumptions, prices: PriceList): number => {
  const { reads, writes } = tableCallsOf(traffic);
  const bytes = sharedBytes(assumptions);
  const leases = writes - traffic.refreshes;
  const answers = traffic.refreshes * meteredUnits(prices, 'cacheWrite', bytes);
  return (
    priceOf(prices, 'cacheRead', reads * meteredUnits(prices, 'cacheRead', bytes)) +
    priceOf(prices, 'cacheWrite', leases + answers)
  );
};
