import { writeCsv } from '../../../shared/csv/write-csv.ts';
import { compareMemory } from '../compare-memory.ts';
import { type Estimate, withoutCaches, withoutSharing } from '../create-estimate.ts';
import { findSavings } from '../find-savings.ts';
import type { DatasetCost } from '../price-dataset.ts';
import { type EndpointCost, PARTS } from '../price-endpoint.ts';
import { sumCalls } from './format-cost-table.ts';
import { LEFT_OUT } from './model.ts';

const COLUMNS = ['endpoint', 'component', 'calls', ...PARTS, 'total'] as const;

const recordOf = (cost: EndpointCost) => Object.fromEntries(COLUMNS.map((column) => [column, cost[column]]));

/** Returns the assumptions: the settings, and the derived values for calls, the shared cache and the database. */
const assumptionsOf = (estimate: Estimate) => {
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
    memory: compareMemory(estimate),
    leftOut: LEFT_OUT,
  };
};

/** Returns the cost of a dataset. `separate` is the total if each table were a query of its own. */
const datasetOf = ({ dataset, kind, slotSeconds, isShared, endpoints, tables, sourceReads, ...cost }: DatasetCost) => {
  const { scannedBytes, scan, source, compute, sharedCache, total, separate, separateScan } = cost;
  const facts = { dataset, kind, slotSeconds, isShared, endpoints, tables, sourceReads, scannedBytes };
  return { ...facts, scan, source, compute, sharedCache, total, separate, separateScan };
};

/** Formats the estimate as JSON. Money is per month, in the currency of the price list. */
export const formatJson = (estimate: Estimate): string => {
  const { prices, endpoints, datasets, database, watching, domain, total } = estimate;
  const { currency, region, asOf } = prices;
  const components = endpoints.map(recordOf);
  const assumptions = assumptionsOf(estimate);
  const money = { database: database.total, watching: watching.costs, domain, total };
  const savings = findSavings(estimate);
  const document = {
    currency,
    region,
    pricesAsOf: asOf,
    assumptions,
    components,
    ...(datasets.length > 0 && { datasets: datasets.map(datasetOf) }),
    ...money,
    savings,
  };
  return JSON.stringify(document, null, 2);
};

/** Returns the rows for the shared cache. Its cost is already in the cost of the sources, so its row has no total. */
const sharedCacheRows = ({ endpoints, cost }: Estimate['sharedCache']): readonly (readonly (string | number)[])[] =>
  endpoints === 0
    ? []
    : [['', 'Of which shared cache', '', ...PARTS.map((part) => (part === 'source' ? cost : '')), '']];

/** Formats the estimate as CSV: a row for each endpoint, then the shared cache, the datasets, the database, monitoring and the total. */
export const formatCsv = ({
  endpoints,
  sum,
  sharedCache,
  datasets,
  database,
  watching,
  domain,
  total,
}: Estimate): string => {
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
  return writeCsv(rows);
};
