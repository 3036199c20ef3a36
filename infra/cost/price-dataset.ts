import type { HostCalls } from '../dashboard/kinds/source-kind.ts';
import { kindNamed } from '../dashboard/registry/kinds.ts';
import type { Assumptions } from './assumptions.ts';
import { fileTimeOf } from './file-time.ts';
import { priceSharing } from './price-endpoint.ts';
import { addMoney, meteredUnits, type PriceList, priceOf, priceTime, roundMoney } from './price-list.ts';
import { createCacheTraffic, type FunctionTraffic } from './traffic.ts';
import { isBilled, type WallDataset } from './wall.ts';

export interface DatasetTraffic extends WallDataset {
  readonly endpoints: number;
  readonly tables: number;
  readonly slots: number;
  /** An environment needs rows of a slot and does not have them. */
  readonly misses: number;
  /** Queries through Athena, statements or reads of a file. */
  readonly sourceReads: number;
  /** Reads if each table were a query of its own. */
  readonly separateReads: number;
  /** Misses if each table were a query of its own. */
  readonly separateMisses: number;
  /** The rows of these reads are written to the cache table. */
  readonly refreshes: number;
  /** Misses that wait, because another environment reads the source already. */
  readonly refusals: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface Use {
  readonly dataset: WallDataset;
  readonly endpoints: number;
  readonly tables: number;
  readonly environments: number;
  /** The largest number of combinations of parameters that an endpoint reads. Endpoints read the same ones. */
  readonly combinations: number;
  readonly cacheSeconds: number;
  readonly refreshSeconds: number;
}

const usesIn = ({ endpoints, environments }: FunctionTraffic): readonly Use[] => {
  const selections = endpoints.flatMap(({ datasets, endpoint, cacheSeconds, refreshSeconds }) =>
    datasets.map((dataset) => ({ dataset, endpoint, cacheSeconds, refreshSeconds })),
  );
  const byName = Map.groupBy(selections, ({ dataset }) => dataset.dataset);
  return Array.from(byName.values(), (tables) => ({
    dataset: (tables[0] as (typeof selections)[number]).dataset,
    endpoints: new Set(tables.map(({ endpoint }) => endpoint)).size,
    tables: tables.length,
    environments,
    combinations: Math.max(...tables.map(({ dataset: { combinations = 1 } }) => combinations)),
    cacheSeconds: Math.min(...tables.map((table) => table.cacheSeconds)),
    refreshSeconds: Math.min(...tables.map((table) => table.refreshSeconds)),
  }));
};

/**
 * True if all environments share one read: by the service that bills it, or by the cache table. False if each
 * environment reads by itself.
 */
const isReadOnce = (dataset: WallDataset): boolean => isBilled(dataset) || dataset.isShared;

const trafficOf = (uses: readonly Use[], assumptions: Assumptions): DatasetTraffic => {
  const [{ dataset }] = uses as [Use];
  const cacheSeconds = Math.max(dataset.slotSeconds, Math.min(...uses.map((use) => use.cacheSeconds)));
  const missesOf = ({ environments, combinations, refreshSeconds }: Use): number =>
    createCacheTraffic({ cacheSeconds, isShared: false, combinations }, environments, {
      ...assumptions,
      refreshSeconds,
    }).misses;
  const refreshSeconds = Math.min(...uses.map((use) => use.refreshSeconds));
  const combinations = Math.max(...uses.map((use) => use.combinations));
  const once = { cacheSeconds, isShared: true, combinations };
  const slots = createCacheTraffic(once, 1, { ...assumptions, refreshSeconds }).refreshes;
  const misses = sum(uses.map(missesOf));
  const separateMisses = sum(uses.map((use) => missesOf(use) * use.tables));
  const tables = sum(uses.map((use) => use.tables));
  const environments = sum(uses.map((use) => use.environments));
  const refreshes = dataset.isShared ? slots : 0;
  return {
    ...dataset,
    ...(combinations > 1 && { combinations }),
    slotSeconds: cacheSeconds,
    endpoints: sum(uses.map((use) => use.endpoints)),
    tables,
    slots,
    misses,
    sourceReads: isReadOnce(dataset) ? slots : misses,
    separateReads: isReadOnce(dataset) ? slots * tables : separateMisses,
    separateMisses,
    refreshes,
    refusals: Math.min(misses - refreshes, refreshes * (environments - 1)),
  };
};

export const createDatasetTraffic = (
  functions: readonly FunctionTraffic[],
  assumptions: Assumptions,
): readonly DatasetTraffic[] =>
  Array.from(Map.groupBy(functions.flatMap(usesIn), ({ dataset }) => dataset.dataset).values(), (uses) =>
    trafficOf(uses, assumptions),
  );

/** For a month, without the cost of the endpoints that select from the dataset. */
export interface DatasetCost extends DatasetTraffic {
  readonly scan: number;
  /** Statements through the Data API, or reads of S3. */
  readonly source: number;
  readonly compute: number;
  readonly sharedCache: number;
  readonly total: number;
  /** If each table were a query of its own, without a shared cache of rows. */
  readonly separate: number;
  readonly separateScan: number;
}

/** Returns the calls of one read to a host. */
export const callsOfRead = ({ pages, endCalls }: HostCalls): number => pages + endCalls;

/** Maximum number of metrics that a search of CloudWatch finds. */
export const MAX_FOUND = 500;

/** Counts the metrics that CloudWatch bills for one read. */
export const countMetrics = ({ metrics, found = MAX_FOUND }: WallDataset): number =>
  metrics ? metrics.named + metrics.searches * found : 0;

const priceOfReads = (
  traffic: DatasetTraffic,
  sourceReads: number,
  { resultBytes }: Assumptions,
  prices: PriceList,
): Readonly<Record<'scan' | 'source', number>> => {
  const { kind, scannedBytes, requests } = traffic;
  const { line } = kindNamed(kind).price;
  const units = {
    scan: () => meteredUnits(prices, 'scan', scannedBytes),
    query: () => meteredUnits(prices, 'query', resultBytes),
    objectRead: () => requests ?? 1,
    metricRead: () => countMetrics(traffic),
  };
  const price = priceOf(prices, line, sourceReads * units[line]());
  return line === 'scan' ? { scan: price, source: 0 } : { scan: 0, source: price };
};

/**
 * Returns the seconds for which environments wait. All environments wait for a billed query. For other sources, only
 * the environments that read wait.
 */
const waitSeconds = (
  { kind, file, calls }: DatasetTraffic,
  sourceReads: number,
  misses: number,
  assumptions: Assumptions,
): number => {
  const { queryMs, httpMs, readMs, hitMs } = assumptions;
  if (kindNamed(kind).isBilled) return (misses * queryMs) / 1000;
  if (calls) return (sourceReads * callsOfRead(calls) * httpMs) / 1000;
  return (sourceReads * (readMs - hitMs + fileTimeOf({ files: file ? [file] : [] }, assumptions).warm)) / 1000;
};

export const priceDataset = (traffic: DatasetTraffic, assumptions: Assumptions, prices: PriceList): DatasetCost => {
  const { sourceReads, misses, separateReads, separateMisses, slotSeconds } = traffic;
  const price = (count: number, waits: number) => {
    const { scan, source } = priceOfReads(traffic, count, assumptions, prices);
    const compute = priceTime(waitSeconds(traffic, count, waits, assumptions), assumptions, prices);
    return { scan: roundMoney(scan), source: roundMoney(source), compute: roundMoney(compute) };
  };
  const parts = price(sourceReads, misses);
  const others = price(separateReads, separateMisses);
  const rows = { ...traffic, cacheSeconds: slotSeconds, bodyBytes: assumptions.resultBytes };
  const sharedCache = roundMoney(priceSharing(rows, prices));
  return {
    ...traffic,
    ...parts,
    sharedCache,
    total: addMoney([...Object.values(parts), sharedCache]),
    separate: addMoney(Object.values(others)),
    separateScan: others.scan,
  };
};
