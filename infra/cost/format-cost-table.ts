import { pluralize } from '../../shared/errors/pluralize.ts';
import type { Estimate } from './create-estimate.ts';
import { writeCount, writeCurrency, writeHours, writeMoney } from './figures.ts';
import { layOutTable, type TableColumn, type TableRow } from './lay-out-table.ts';
import { type Costs, type EndpointCost, PARTS, type Part } from './price-endpoint.ts';
import { SECONDS } from './quantity.ts';

const TITLES: Readonly<Record<Part | 'total', string>> = {
  gateway: 'Gateway',
  requests: 'Requests',
  compute: 'Compute',
  source: 'Sources',
  logs: 'Logs',
  egress: 'Egress',
  total: 'Total',
};

const MONEY = [...PARTS, 'total'] as const;
const CALLS = ['All', 'Warm', 'Cold', 'To sources'];

const columnsOf = (currency: string): readonly TableColumn[] => [
  { title: 'Endpoint' },
  { title: 'Component' },
  { title: 'Cache' },
  ...CALLS.map((title) => ({ title, group: 'Calls a month', isNumber: true })),
  ...MONEY.map((part) => ({ title: TITLES[part], group: `${writeCurrency(currency)} a month`, isNumber: true })),
];

type Calls = Pick<EndpointCost, 'calls' | 'coldCalls' | 'sourceCalls'>;

const figuresOf = ({ calls, coldCalls, sourceCalls, ...costs }: Calls & Costs): readonly string[] => [
  ...[calls, calls - coldCalls, coldCalls, sourceCalls].map(writeCount),
  ...MONEY.map((part) => writeMoney(costs[part])),
];

const describeCache = ({ cacheSeconds, isShared }: EndpointCost): string => {
  if (cacheSeconds === 0) return 'none';
  const length = SECONDS.write(cacheSeconds);
  return isShared ? `${length} shared` : length;
};

const rowOf = (cost: EndpointCost): TableRow => {
  return [cost.endpoint, cost.component, describeCache(cost), ...figuresOf(cost)];
};

/** Adds up the calls of all endpoints. */
export const sumCalls = (endpoints: readonly EndpointCost[]): Calls => {
  const add = (name: keyof Calls): number => endpoints.reduce((sum, endpoint) => sum + endpoint[name], 0);
  return { calls: add('calls'), coldCalls: add('coldCalls'), sourceCalls: add('sourceCalls') };
};

const EMPTY = [...CALLS, ...PARTS].map(() => '');

const describeDatabase = ({ isOwn, awakeHours, openHours }: Estimate['database']): string =>
  isOwn ? `awake ${writeHours(awakeHours)} of ${writeHours(openHours)} hours` : 'none of its own';

/** Lists the monitoring: `5 metrics, 4 alarms`. */
export const listWatching = ({ metrics, alarms, pages }: Estimate['watching']): string => {
  const parts = [
    [metrics, 'metric'],
    [alarms, 'alarm'],
    [pages, 'dashboard'],
  ] as const;
  const listed = parts.filter(([count]) => count > 0).map(([count, noun]) => pluralize(count, noun));
  return listed.join(', ') || 'none';
};

/** Returns the rows for the shared cache. Its cost is a part of the sources' cost, so it is not added to the total. */
const sharedCacheRows = ({ endpoints, reads, writes, cost }: Estimate['sharedCache']): readonly TableRow[] => {
  if (endpoints === 0) return [];
  const money = MONEY.map((part) => (part === 'source' ? writeMoney(cost) : ''));
  const calls = `${writeCount(reads)} reads, ${writeCount(writes)} writes`;
  return [['Of which shared cache', calls, '', ...CALLS.map(() => ''), ...money]];
};

/** Formats the cost table: a row for each endpoint, the shared cache, the database, monitoring and the total. */
export const formatCostTable = ({
  endpoints,
  sum,
  sharedCache,
  database,
  watching,
  total,
  prices,
}: Estimate): readonly string[] => {
  const rows: readonly TableRow[] = [
    'rule',
    ...endpoints.map(rowOf),
    'rule',
    ['All endpoints', `${endpoints.length} together`, '', ...figuresOf({ ...sumCalls(endpoints), ...sum })],
    ...sharedCacheRows(sharedCache),
    ['Database', describeDatabase(database), '', ...EMPTY, writeMoney(database.total)],
    ['Watching', listWatching(watching), '', ...EMPTY, writeMoney(watching.total)],
    'rule',
    ['Total a month', '', '', ...EMPTY, writeMoney(total)],
  ];
  return layOutTable(columnsOf(prices.currency), rows);
};
