import { KINDS } from '../../dashboard/registry/kinds.ts';
import { forReader } from '../../language/language.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { type Assumptions, DEFAULT_MEMORY_MB } from '../assumptions.ts';
import { priceWarehouse } from '../change-datasets.ts';
import { createEstimate, type Estimate } from '../create-estimate.ts';
import { writeCount, writeMoney, writePrice } from '../figures.ts';
import { SECRET_COUNT } from '../price-database.ts';
import { type PriceList, priceOf } from '../price-list.ts';
import { SECONDS } from '../quantity.ts';
import { readAssumptions } from '../read-assumptions.ts';
import type { WallEndpoint } from '../wall.ts';
import { listPairs, wrapText } from './paragraph.ts';

/** Parquet files, one partition for each day. */
interface LakeTable {
  readonly bytes: number;
  readonly days: number;
}

/** Share of a row's bytes in the columns that a query names, such as 3 of 40. Parquet is read by columns. */
const COLUMN_SHARE = 0.075;

export const scannedBytesOf = ({ bytes, days }: LakeTable): number => (bytes / days) * COLUMN_SHARE;

const BYTES_PER_GB = 1_000_000_000;

export const LAKE_TABLES: readonly (LakeTable & { readonly name: string; readonly slotSeconds: number })[] = [
  { name: '1 GB of 30 days', bytes: BYTES_PER_GB, days: 30, slotSeconds: 30 },
  { name: '100 GB of 30 days', bytes: 100 * BYTES_PER_GB, days: 30, slotSeconds: 30 },
  { name: '10 TB of 365 days', bytes: 10_000 * BYTES_PER_GB, days: 365, slotSeconds: 600 },
];

export const EXAMPLE_COMPONENTS = 20;

const BILLED = KINDS.find(({ isBilled }) => isBilled)?.name ?? '';

const component = (index: number, bytes: number, slotSeconds: number): WallEndpoint => ({
  endpoint: `component-${index}`,
  component: 'Bar Chart',
  family: 'bar',
  cacheSeconds: slotSeconds,
  isShared: true,
  objects: 0,
  queries: 0,
  ownQueries: 0,
  files: [],
  datasets: [
    {
      dataset: 'sales',
      kind: BILLED,
      slotSeconds,
      isShared: true,
      scannedBytes: bytes,
      asksOwnDatabase: false,
      asksOwnWorkgroup: true,
    },
  ],
});

const EXAMPLE_ASSUMPTIONS: Assumptions = {
  ...readAssumptions({}),
  memoryMb: DEFAULT_MEMORY_MB,
  wakeSeconds: 0,
  watch: 'none',
  hasHours: false,
  accessLog: 'full',
  log: 'full',
  zones: 0,
};

export const estimateExample = (table: LakeTable & { readonly slotSeconds: number }, prices: PriceList): Estimate => {
  const bytes = scannedBytesOf(table);
  const wall = Array.from({ length: EXAMPLE_COMPONENTS }, (_, index) => component(index, bytes, table.slotSeconds));
  return createEstimate(wall, EXAMPLE_ASSUMPTIONS, prices);
};

/** Lists the prices, such as `1.00 per 1,000,000 calls`, with their sources and the note of the price list. */
export const listPrices = ({
  prices,
  note,
}: Pick<PriceList, 'note'> & { readonly prices: Partial<PriceList['prices']> }): string => {
  const pairs = Object.values(prices).map(
    ({ price, per, unit, source }) =>
      [
        `${price === null ? 'not known' : writePrice(price)} per ${per === 1 ? '' : `${writeCount(per)} `}${unit}`,
        source,
      ] as const,
  );
  return `${listPairs(pairs)}\n${wrapText(note)}`;
};

const BYTES_PER_MB = 1_000_000;
const HEADER = [
  'Table of Parquet',
  'Slot',
  'Bytes of a query',
  `${EXAMPLE_COMPONENTS} queries`,
  'One dataset',
  'Redshift',
];
const NUMBER_COLUMNS = [2, 3, 4, 5].map((column) => column + 1);

const priceAwakeDatabase = (prices: PriceList): number => {
  const { hoursADay, daysAMonth, acu } = EXAMPLE_ASSUMPTIONS;
  return priceOf(prices, 'capacity', hoursADay * daysAMonth * acu) + priceOf(prices, 'secret', SECRET_COUNT);
};

const rowOf = (table: (typeof LAKE_TABLES)[number], prices: PriceList): readonly string[] => {
  const estimate = estimateExample(table, prices);
  const [{ scan, sourceReads } = { scan: 0, sourceReads: 0 }] = estimate.datasets;
  const megabytes = (scannedBytesOf(table) / BYTES_PER_MB).toLocaleString('en', { maximumFractionDigits: 1 });
  const money = [scan * EXAMPLE_COMPONENTS, scan, priceWarehouse(sourceReads, estimate)].map(writeMoney);
  return [forReader(table.name), SECONDS.write(table.slotSeconds), `${megabytes} MB`, ...money];
};

export const listExamples = (prices: PriceList): string => {
  const rows = LAKE_TABLES.map((table) => rowOf(table, prices));
  const { minUnits = 1 } = prices.prices.scan;
  const model =
    `${EXAMPLE_COMPONENTS} components that are always on. The table has a partition for each day. A query of the last day reads ` +
    `one partition, and in it only the columns that it names: ${COLUMN_SHARE * 100} % of the bytes. At least ${minUnits} MB are billed. A ` +
    `database of the stack that is awake all month costs ${writeMoney(priceAwakeDatabase(prices))}.`;
  const lines = [HEADER.map(forReader), ...rows].map((row) => ['', ...row]);
  return `${formatTable(lines, NUMBER_COLUMNS)}\n${wrapText(model)}`;
};
