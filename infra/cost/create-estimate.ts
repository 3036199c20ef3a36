import { JUDGEMENT_MINUTES } from '../stack/judgements.ts';
import { type Assumptions, billedTimesOf, MEASURED_MEMORY_MB } from './assumptions.ts';
import { countHostCalls, type HostTraffic } from './count-host-calls.ts';
import { writeMoney } from './figures.ts';
import { fileTimeOf } from './file-time.ts';
import { type DatabaseCost, priceDatabase } from './price-database.ts';
import { createDatasetTraffic, type DatasetCost, priceDataset } from './price-dataset.ts';
import { type Costs, type EndpointCost, PARTS, type Part, priceEndpoint, tableCallsOf } from './price-endpoint.ts';
import { addMoney, type PriceList, priceOf, roundMoney } from './price-list.ts';
import { type Judgements, priceWatching, type WatchingCost } from './price-watching.ts';
import { type FunctionTraffic, trafficOf } from './traffic.ts';
import type { WallEndpoint } from './wall.ts';

interface SharedCacheCost {
  readonly endpoints: number;
  readonly reads: number;
  readonly writes: number;
  /** The costs of the endpoints with a shared cache already include it. */
  readonly cost: number;
}

interface PricedFunction {
  readonly wall: readonly WallEndpoint[];
  readonly traffic: FunctionTraffic;
  readonly costs: readonly EndpointCost[];
}

/** In the currency of the price list. */
export interface Estimate {
  readonly wall: readonly WallEndpoint[];
  readonly assumptions: Assumptions;
  readonly prices: PriceList;
  readonly priced: readonly PricedFunction[];
  readonly functions: readonly FunctionTraffic[];
  readonly endpoints: readonly EndpointCost[];
  /** Without the database. */
  readonly sum: Costs;
  readonly sharedCache: SharedCacheCost;
  readonly datasets: readonly DatasetCost[];
  readonly hosts: readonly HostTraffic[];
  readonly database: DatabaseCost;
  readonly watching: WatchingCost;
  readonly domain: number;
  readonly total: number;
}

const sumOf = (endpoints: readonly EndpointCost[]): Costs => {
  const add = (part: Part): number => addMoney(endpoints.map((endpoint) => endpoint[part]));
  const parts = Object.fromEntries(PARTS.map((part) => [part, add(part)])) as Record<Part, number>;
  return { ...parts, total: addMoney(Object.values(parts)) };
};

const sharedCacheOf = (endpoints: readonly EndpointCost[]): SharedCacheCost => {
  const calls = endpoints.map(tableCallsOf);
  return {
    endpoints: endpoints.filter(({ isShared }) => isShared).length,
    reads: calls.reduce((sum, { reads }) => sum + reads, 0),
    writes: calls.reduce((sum, { writes }) => sum + writes, 0),
    cost: addMoney(endpoints.map(({ sharedCache }) => sharedCache)),
  };
};

export const countHiding = (wall: readonly WallEndpoint[]): number =>
  new Set(wall.flatMap(({ hidesErrors, family }) => (hidesErrors ? [family] : []))).size;

/** The parts that add up to a total. No part includes another part: `source` is without the shared cache. */
export const BILL_PARTS = [...PARTS, 'sharedCache', 'datasets', 'database', 'secrets', 'watching', 'domain'] as const;
export type BillParts = Readonly<Record<(typeof BILL_PARTS)[number], number>>;

export const billParts = ({ sum, sharedCache, datasets, database, watching, domain }: Estimate): BillParts => {
  const { total: _, ...parts } = sum;
  return {
    ...parts,
    source: addMoney([sum.source, -sharedCache.cost]),
    sharedCache: sharedCache.cost,
    datasets: addMoney(datasets.map(({ total }) => total)),
    database: database.capacity,
    secrets: database.secrets,
    watching: watching.total,
    domain,
  };
};

const areSame = (some: readonly WallEndpoint[], others: readonly WallEndpoint[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** Functions with the same endpoints as in a known estimate are not priced again. */
const priceFunctions = (
  wall: readonly WallEndpoint[],
  assumptions: Assumptions,
  prices: PriceList,
  known?: Estimate,
): readonly PricedFunction[] => {
  const reused = known?.assumptions === assumptions && known.prices === prices ? known.priced : [];
  return Array.from(
    Map.groupBy(wall, ({ family }) => family),
    ([family, own]) => {
      const same = reused.find((one) => areSame(one.wall, own));
      if (same) return same;
      const traffic = trafficOf(family, own, assumptions);
      return { wall: own, traffic, costs: traffic.endpoints.map((one) => priceEndpoint(one, assumptions, prices)) };
    },
  );
};

const JUDGEMENTS_PER_HOUR = 60 / JUDGEMENT_MINUTES;
const HOURS_PER_DAY = 24;
const DAYS_PER_MONTH = 30;

/** Calls in a month; undefined if no schedule judges promises. */
export const judgementsOf = (assumptions: Assumptions): Judgements | undefined => {
  const { promises, hoursADay, daysAMonth, memoryMb } = assumptions;
  if (!promises || promises.functions === 0) return undefined;
  const hours = promises.isAlways ? HOURS_PER_DAY * DAYS_PER_MONTH : hoursADay * daysAMonth;
  return { count: Math.round(promises.functions * hours * JUDGEMENTS_PER_HOUR), memoryMb };
};

/**
 * Estimates the monthly cost of a wall. Pure: the same input gives the same result.
 * @param known an estimate whose parts are used again where nothing has changed.
 */
export const createEstimate = (
  wall: readonly WallEndpoint[],
  assumptions: Assumptions,
  prices: PriceList,
  known?: Estimate,
): Estimate => {
  const priced = priceFunctions(wall, assumptions, prices, known);
  const functions = priced.map(({ traffic }) => traffic);
  const costs = new Map(priced.flatMap((one) => one.costs).map((cost) => [cost.endpoint, cost]));
  const endpoints = wall.map(({ endpoint }) => costs.get(endpoint) as EndpointCost);
  const sum = sumOf(endpoints);
  const datasets = createDatasetTraffic(functions, assumptions).map((traffic) =>
    priceDataset(traffic, assumptions, prices),
  );
  const database = priceDatabase(functions, datasets, assumptions, prices);
  const watching = priceWatching(
    assumptions.watch,
    functions.length,
    prices,
    datasets.some(({ asksOwnWorkgroup }) => asksOwnWorkgroup),
    countHiding(wall),
    assumptions.promises,
    judgementsOf(assumptions),
  );
  const domain = roundMoney(priceOf(prices, 'zone', assumptions.zones));
  return {
    wall,
    assumptions,
    prices,
    priced,
    functions,
    endpoints,
    sum,
    sharedCache: sharedCacheOf(endpoints),
    datasets,
    hosts: countHostCalls(datasets, functions, assumptions),
    database,
    watching,
    domain,
    total: addMoney([sum.total, ...datasets.map((dataset) => dataset.total), database.total, watching.total, domain]),
  };
};

const changed = ({ wall, assumptions, prices }: Estimate, change: Partial<WallEndpoint>): Estimate => {
  const other = wall.map((endpoint) => ({ ...endpoint, ...change }));
  return createEstimate(other, assumptions, prices);
};

export const withoutCaches = (estimate: Estimate): Estimate => changed(estimate, { cacheSeconds: 0, isShared: false });

export const withoutSharing = (estimate: Estimate): Estimate => changed(estimate, { isShared: false });

interface MemoryChoice {
  readonly memoryMb: number;
  readonly total: number;
  /** For the slowest endpoint: a warm call that reads its sources, with the scan of files. */
  readonly readMs: number;
  readonly coldMs: number;
}

export interface MemoryChoices {
  readonly cheapest: MemoryChoice;
  readonly fastest: MemoryChoice;
}

const choose = ({ wall, assumptions, prices }: Estimate, memoryMb: number): MemoryChoice => {
  const times = billedTimesOf(memoryMb);
  const changed = { ...assumptions, ...times, memoryMb };
  const { total } = createEstimate(wall, changed, prices);
  const scans = wall.map((endpoint) => fileTimeOf(endpoint, changed).warm);
  return { memoryMb, total, readMs: Math.round(times.readMs + Math.max(0, ...scans)), coldMs: times.coldMs };
};

/**
 * Finds the cheapest memory size, and the fastest for warm calls. If two sizes are equal, the smaller one wins.
 * @param sizes the sizes that `check` accepts, in MB.
 */
export const compareMemory = (estimate: Estimate, sizes: readonly number[] = MEASURED_MEMORY_MB): MemoryChoices => {
  const choices = sizes.map((memoryMb) => choose(estimate, memoryMb));
  const leastBy = (amount: (choice: MemoryChoice) => number): MemoryChoice =>
    choices.reduce((least, choice) => (amount(choice) < amount(least) ? choice : least));
  return { cheapest: leastBy(({ total }) => total), fastest: leastBy(({ readMs }) => readMs) };
};

const describe = ({ memoryMb, total, readMs, coldMs }: MemoryChoice): string =>
  `memory: ${memoryMb} (${writeMoney(total)} a month, ${readMs} ms for the slowest call that reads its sources, ${coldMs} ms for a cold call)`;

export const describeMemory = ({ cheapest, fastest }: MemoryChoices): string =>
  cheapest.memoryMb === fastest.memoryMb
    ? `By the measured times, the cheapest and fastest is ${describe(cheapest)}.`
    : `By the measured times, the cheapest is ${describe(cheapest)}, and the fastest is ${describe(fastest)}.`;
