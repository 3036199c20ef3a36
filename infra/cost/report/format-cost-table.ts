import { pluralize } from '../../../shared/errors/pluralize.ts';
import { kindNamed } from '../../dashboard/registry/kinds.ts';
import { forReader } from '../../language/language.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { formatTable, widthOf } from '../../terminal/format-table.ts';
import type { Estimate } from '../create-estimate.ts';
import { writeCount, writeHours, writeMoney } from '../figures.ts';
import type { DatasetCost } from '../price-dataset.ts';
import type { EndpointCost } from '../price-endpoint.ts';
import { SCAN, SECONDS } from '../quantity.ts';
import { MODEL } from './model.ts';

/** Writes the source of a dataset and the number of its endpoints: `Athena, for 10 endpoints`. */
const writeSource = ({ kind, endpoints }: DatasetCost): string =>
  `${kindNamed(kind).price.title}, for ${pluralize(endpoints, 'endpoint')}`;

const describeScan = ({ scannedBytes, scan }: DatasetCost): string =>
  scannedBytes > 0 ? ` that scan ${SCAN.write(scannedBytes)} each for ${writeMoney(scan)}` : '';

const describeDataset = (cost: DatasetCost): string => {
  const { dataset, kind, sourceReads, tables, compute, total, separate, separateScan, scannedBytes } = cost;
  const waits = compute >= 0.005 ? `, ${writeMoney(compute)} of it for functions that wait` : '';
  const scanning = scannedBytes > 0 ? `, ${writeMoney(separateScan)} of it for scanning` : '';
  const others =
    tables > 1
      ? `; a query for each of its ${tables} tables would cost ${writeMoney(separate)} instead${scanning}`
      : '';
  return `${dataset}: ${writeCount(sourceReads)} ${kindNamed(kind).price.noun} a month${describeScan(cost)}, ${writeMoney(total)} in all${waits}${others}.`;
};

export const describeDatasets = ({ datasets }: Pick<Estimate, 'datasets'>): readonly string[] =>
  datasets.length === 0 ? [] : [[MODEL.datasets, ...datasets.map(describeDataset)].join(' ')];

const COLUMNS = ['Endpoint', 'Component', 'Cache', 'Source calls', 'A month'];
const NUMBER_COLUMNS = [3, 4];

/** With this length, a row with the longest component fits the width of a report. */
const MAX_ENDPOINT_CHARS = 30;

type Calls = Pick<EndpointCost, 'calls' | 'coldCalls' | 'sourceCalls'>;
type Row = readonly string[];

const shorten = (name: string): string =>
  name.length > MAX_ENDPOINT_CHARS ? `${name.slice(0, MAX_ENDPOINT_CHARS - 1)}…` : name;

const describeCache = (cacheSeconds: number, isShared: boolean): string => {
  if (cacheSeconds === 0) return 'none';
  const length = SECONDS.write(cacheSeconds);
  return isShared ? `${length} shared` : length;
};

const rowOf = (cost: EndpointCost): Row => [
  shorten(cost.endpoint),
  shownComponent(cost.component),
  forReader(describeCache(cost.cacheSeconds, cost.isShared)),
  writeCount(cost.sourceCalls),
  writeMoney(cost.total),
];

const datasetRow = (cost: DatasetCost): Row => [
  forReader(shorten(`Dataset ${cost.dataset}`)),
  forReader(writeSource(cost)),
  forReader(describeCache(cost.slotSeconds, cost.isShared)),
  writeCount(cost.sourceReads),
  writeMoney(cost.total),
];

export const sumCalls = (endpoints: readonly EndpointCost[]): Calls => {
  const add = (name: keyof Calls): number => endpoints.reduce((sum, endpoint) => sum + endpoint[name], 0);
  return { calls: add('calls'), coldCalls: add('coldCalls'), sourceCalls: add('sourceCalls') };
};

const describeDatabase = ({ isOwn, awakeHours, openHours }: Estimate['database']): string =>
  isOwn ? `awake ${writeHours(awakeHours)} of ${writeHours(openHours)} hours` : 'the stack has none';

/** Lists the monitoring: `5 metrics, 4 alarms`. */
export const listWatching = ({ metrics, alarms, pages, judgements = 0 }: Estimate['watching']): string => {
  const parts = [
    [metrics, 'metric'],
    [alarms, 'alarm'],
    [pages, 'dashboard'],
    [judgements, 'scheduled call'],
  ] as const;
  const listed = parts.filter(([count]) => count > 0).map(([count, noun]) => pluralize(count, noun));
  return listed.join(', ') || 'none';
};

const stackRow = (name: string, what: string, money: number): Row => [
  forReader(name),
  forReader(what),
  '',
  '',
  writeMoney(money),
];

/** Costs that belong to no endpoint. Secrets have a row of their own. */
const stackRows = ({ database, watching, domain, assumptions }: Estimate): readonly Row[] => [
  stackRow('Database', describeDatabase(database), database.capacity),
  ...(database.isOwn ? [stackRow('Secrets', 'passwords of the database', database.secrets)] : []),
  stackRow('Watching', listWatching(watching), watching.total),
  ...(assumptions.zones > 0 ? [stackRow('Domain', 'hosted zone', domain)] : []),
];

export const formatCostTable = (estimate: Estimate): readonly string[] => {
  const { endpoints, sum, total } = estimate;
  const { calls, sourceCalls } = sumCalls(endpoints);
  const together = `${endpoints.length} together, ${writeCount(calls)} calls`;
  const above = [COLUMNS.map(forReader), ...endpoints.map(rowOf)];
  const below = [
    [forReader('All endpoints'), forReader(together), '', writeCount(sourceCalls), writeMoney(sum.total)],
    ...estimate.datasets.map(datasetRow),
    ...stackRows(estimate),
    [forReader('Total a month'), '', '', '', writeMoney(total)],
  ];
  const lines = formatTable([...above, ...below], NUMBER_COLUMNS).split('\n');
  const rule = '-'.repeat(Math.max(...lines.map(widthOf)));
  const last = lines.length - 1;
  return [
    lines[0] ?? '',
    rule,
    ...lines.slice(1, above.length),
    rule,
    ...lines.slice(above.length, last),
    rule,
    lines[last] ?? '',
  ];
};
