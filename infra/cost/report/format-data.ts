import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { kindNamed } from '../../dashboard/registry/kinds.ts';
import { writeSheetCsv } from '../../terminal/write-sheet-csv.ts';
import { compareBudget } from '../budget.ts';
import { moveDatasets } from '../change-datasets.ts';
import { billParts, type Estimate, type MemoryChoices, withoutCaches, withoutSharing } from '../create-estimate.ts';
import { rangeOf } from '../estimate-dashboard.ts';
import { callsOfRead, countMetrics, type DatasetCost } from '../price-dataset.ts';
import { type EndpointCost, PARTS } from '../price-endpoint.ts';
import { shownPrices } from '../price-list.ts';
import type { Savings } from '../savings/find-savings.ts';
import { sumCalls } from './format-cost-table.ts';
import { LEFT_OUT } from './model.ts';

export interface CostReport {
  readonly dashboard: Pick<LoadedDashboard, 'name' | 'region' | 'budget' | 'tags'>;
  readonly estimate: Estimate;
  readonly savings: Savings;
  /** False for the short form. */
  readonly hasDetails: boolean;
  readonly hasYear: boolean;
}

const MONTHS_PER_YEAR = 12;

export const yearOf = (
  total: number,
  { daysAMonth }: Estimate['assumptions'],
): { readonly total: number; readonly days: number } => ({
  total: Math.round(total * MONTHS_PER_YEAR * 10_000) / 10_000,
  days: daysAMonth * MONTHS_PER_YEAR,
});

const COLUMNS = ['endpoint', 'component', 'calls', ...PARTS, 'total'] as const;

const recordOf = (cost: EndpointCost) => ({
  ...Object.fromEntries(COLUMNS.map((column) => [column, cost[column]])),
  family: cost.family,
  refreshSeconds: cost.refreshSeconds,
  bodyBytes: cost.bodyBytes,
  logBytes: cost.logBytes,
  cacheSeconds: cost.cacheSeconds,
  isShared: cost.isShared,
  ...(cost.combinations !== undefined && { combinations: cost.combinations }),
  objects: cost.objects,
  queries: cost.queries,
  ownQueries: cost.ownQueries,
  files: cost.files,
  datasets: cost.datasets.map(({ dataset }) => dataset),
});

const assumptionsOf = (estimate: Estimate, memory: MemoryChoices) => {
  const { assumptions, functions, endpoints, sharedCache, database, watching } = estimate;
  const bare = withoutCaches(estimate);
  const alone = withoutSharing(estimate);
  return {
    ...assumptions,
    functions: functions.map(({ family, environments, coldCalls, endpoints: own }) => ({
      family,
      environments,
      coldCalls,
      warmCalls: own.reduce((sum, { calls }) => sum + calls, 0) - coldCalls,
    })),
    sourceCalls: endpoints.map(({ endpoint, cacheSeconds, isShared, sourceCalls }, index) => ({
      endpoint,
      cacheSeconds,
      isShared,
      calls: sourceCalls,
      callsWithoutCache: bare.endpoints[index]?.sourceCalls,
      callsWithoutSharing: alone.endpoints[index]?.sourceCalls,
    })),
    sharedCache: { ...sharedCache, within: 'source', totalWithoutSharing: alone.total },
    database: {
      isOwn: database.isOwn,
      secrets: database.secrets,
      awakeHours: database.awakeHours,
      pausedHours: database.openHours - database.awakeHours,
      awakeHoursWithoutCache: bare.database.awakeHours,
      awakeHoursWithoutSharing: alone.database.awakeHours,
    },
    watching: { watch: watching.watch, metrics: watching.metrics, alarms: watching.alarms, pages: watching.pages },
    memory,
    leftOut: LEFT_OUT,
  };
};

/** Returns the cost of a dataset. `separate` is the total if each table were a query of its own. */
const datasetOf = (traffic: DatasetCost) => {
  const { dataset, kind, slotSeconds, isShared, endpoints, tables, sourceReads, combinations, calls, ...cost } =
    traffic;
  const { scannedBytes, scan, source, compute, sharedCache, total, separate, separateScan } = cost;
  const facts = { dataset, kind, slotSeconds, isShared, endpoints, tables, sourceReads, scannedBytes };
  const inputs = {
    ...(combinations !== undefined && { combinations }),
    ...(calls && { host: calls.host, pages: calls.pages, callsOfRead: callsOfRead(calls) }),
    ...(cost.metrics && { metrics: countMetrics(traffic) }),
  };
  return { ...facts, ...inputs, scan, source, compute, sharedCache, total, separate, separateScan };
};

/** Returns the prices without those of services that no dataset uses. */
export const neededPrices = ({ prices, datasets }: Estimate): Partial<Estimate['prices']['prices']> =>
  shownPrices(prices, (name) => datasets.some(({ kind }) => kindNamed(kind).price.line === name));

/** Formats the estimate as JSON. Money is per month, in the currency of the price list. */
export const formatJson = ({ estimate, dashboard, savings: found, hasYear }: CostReport): string => {
  const { prices, endpoints, datasets, hosts, database, watching, domain, total } = estimate;
  const { currency, region, asOf, converted } = prices;
  const { savings, together, memory } = found;
  const range = rangeOf(estimate);
  const budget = compareBudget(dashboard, estimate);
  const moved = moveDatasets(estimate);
  const document = {
    currency,
    ...(converted && { rate: converted.rate }),
    region,
    dashboardRegion: dashboard.region ?? null,
    pricesAsOf: asOf,
    prices: neededPrices(estimate),
    tags: dashboard.tags ?? {},
    assumptions: assumptionsOf(estimate, memory),
    components: endpoints.map(recordOf),
    ...(datasets.length > 0 && { datasets: datasets.map(datasetOf) }),
    ...(hosts.length > 0 && { hosts: hosts.map(({ host, calls }) => ({ host, calls })) }),
    database: database.total,
    watching: watching.costs,
    domain,
    parts: billParts(estimate),
    total,
    ...(range && { range: { least: range.least, most: range.most } }),
    ...(hasYear && { year: yearOf(total, estimate.assumptions) }),
    ...(budget && { budget }),
    savings: savings.map(({ change, saved, gives, line, edits, options }) => {
      return { change, saved, gives, ...(line !== undefined && { line }), edits, options };
    }),
    ...(together && { together: { ...together, chosen: undefined } }),
    ...(moved.length > 0 && { alternatives: moved }),
  };
  return JSON.stringify(document, null, 2);
};

/** Returns the rows for the shared cache. Its cost is already in the cost of the sources, so its row has no total. */
const sharedCacheRows = ({ endpoints, cost }: Estimate['sharedCache']): readonly (readonly (string | number)[])[] =>
  endpoints === 0
    ? []
    : [['', 'Of which shared cache', '', ...PARTS.map((part) => (part === 'source' ? cost : '')), '']];

export const formatCsv = ({ estimate }: CostReport): string => {
  const { endpoints, sum, sharedCache, datasets, database, watching, domain, total } = estimate;
  const { calls } = sumCalls(endpoints);
  const rows: readonly (readonly (string | number)[])[] = [
    COLUMNS,
    ...endpoints.map((cost) => COLUMNS.map((column) => cost[column])),
    ...sharedCacheRows(sharedCache),
    ...datasets.map((cost) => ['', `Dataset ${cost.dataset}`, cost.sourceReads, ...PARTS.map(() => ''), cost.total]),
    ['', 'Database', '', ...PARTS.map(() => ''), database.total],
    ['', 'Watching', '', ...PARTS.map(() => ''), watching.total],
    ['', 'Domain', '', ...PARTS.map(() => ''), domain],
    ['', 'Total', calls, ...PARTS.map((part) => sum[part]), total],
  ];
  return writeSheetCsv(rows);
};
