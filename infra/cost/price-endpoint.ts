import { LEASE_MS } from '../../shared/cache/renew-lease.ts';
import type { Assumptions } from './assumptions.ts';
import { fileTimeOf } from './file-time.ts';
import { addMoney, meteredUnits, type PriceList, priceOf, priceTime, roundMoney } from './price-list.ts';
import { type CacheTraffic, type EndpointTraffic, sharedBytes } from './traffic.ts';
import type { WallEndpoint } from './wall.ts';

/** As in shared/cache/shared-cache.ts. */
interface TableCalls {
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

type Sized = Pick<EndpointTraffic, 'bodyBytes'>;

export const priceSharing = (traffic: Sharing & Sized, prices: PriceList): number => {
  const { reads, writes } = tableCallsOf(traffic);
  const bytes = sharedBytes(traffic);
  const leases = writes - traffic.refreshes;
  /** A call that is refused a lease reads the lease instead of a response. */
  const responseReads = reads - traffic.refusals;
  const responseWrites = traffic.refreshes * meteredUnits(prices, 'cacheWrite', bytes);
  return (
    priceOf(prices, 'cacheRead', responseReads * meteredUnits(prices, 'cacheRead', bytes) + traffic.refusals) +
    priceOf(prices, 'cacheWrite', leases + responseWrites)
  );
};

export const PARTS = ['gateway', 'requests', 'compute', 'source', 'logs', 'egress'] as const;
export type Part = (typeof PARTS)[number];

export type Costs = Readonly<Record<Part | 'total', number>>;

/** For a month. Money is rounded to a hundredth of a cent, and totals are sums of rounded values. */
export interface EndpointCost extends EndpointTraffic, Costs {
  readonly sourceCalls: number;
  /** The table of the shared cache, as a part of `source`. */
  readonly sharedCache: number;
}

const BYTES_PER_GB = 1_000_000_000;

/** True if a response reads sources itself. The source of a dataset is read once for several endpoints. */
const asksSources = ({ objects, queries, datasets }: EndpointTraffic): boolean =>
  objects + queries > 0 || datasets.length === 0;

/** A cold call misses its own cache but may hit the shared cache. */
export const secondsOf = (
  traffic: EndpointTraffic,
  assumptions: Assumptions,
): { readonly cold: number; readonly warm: number } => {
  const { coldMs, hitMs, tableMs } = assumptions;
  const readMs = asksSources(traffic) ? assumptions.readMs : hitMs;
  const { calls, coldCalls, misses, sourceReads } = traffic;
  const files = fileTimeOf(traffic, assumptions);
  const { reads, writes } = tableCallsOf(traffic);
  const coldReads = Math.min(coldCalls, reads);
  const warmReads = Math.min(sourceReads, misses - coldCalls);
  const hits = calls - coldCalls - warmReads;
  return {
    cold: (coldCalls * (coldMs + files.cold) + coldReads * tableMs) / 1000,
    warm: (warmReads * (readMs + files.warm) + hits * hitMs + (reads - coldReads + writes) * tableMs) / 1000,
  };
};

const partsOf = (
  traffic: EndpointTraffic,
  assumptions: Assumptions,
  prices: PriceList,
): Readonly<Record<Part, number>> => {
  const { calls, sourceReads, objects, queries, bodyBytes, logBytes } = traffic;
  const { resultBytes } = assumptions;
  const { cold, warm } = secondsOf(traffic, assumptions);
  const meteredQueries = sourceReads * queries * meteredUnits(prices, 'query', resultBytes);
  return {
    gateway: priceOf(prices, 'gateway', calls * meteredUnits(prices, 'gateway', bodyBytes)),
    requests: priceOf(prices, 'request', calls),
    compute: priceTime(cold + warm, assumptions, prices),
    source: priceOf(prices, 'objectRead', sourceReads * objects) + priceOf(prices, 'query', meteredQueries),
    logs: priceOf(prices, 'log', (calls * logBytes) / BYTES_PER_GB),
    egress: priceOf(prices, 'egress', (calls * bodyBytes) / BYTES_PER_GB),
  };
};

export const priceEndpoint = (traffic: EndpointTraffic, assumptions: Assumptions, prices: PriceList): EndpointCost => {
  const exact = partsOf(traffic, assumptions, prices);
  const rounded = Object.fromEntries(PARTS.map((part) => [part, roundMoney(exact[part])])) as Record<Part, number>;
  const sharedCache = roundMoney(priceSharing(traffic, prices));
  const parts = { ...rounded, source: addMoney([rounded.source, sharedCache]) };
  return {
    ...traffic,
    sourceCalls: traffic.sourceReads * (traffic.objects + traffic.queries),
    sharedCache,
    ...parts,
    total: addMoney(Object.values(parts)),
  };
};
