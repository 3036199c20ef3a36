import { formatTable } from '../../terminal/format-table.ts';
import { priceWarehouse } from '../change-datasets.ts';
import { writeCount, writeMoney, writePrice } from '../figures.ts';
import { SECRET_COUNT } from '../price-database.ts';
import { type PriceList, priceOf } from '../price-list.ts';
import { SECONDS } from '../quantity.ts';
import {
  COLUMN_SHARE,
  EXAMPLE_ASSUMPTIONS,
  EXAMPLE_COMPONENTS,
  estimateExample,
  LAKE_TABLES,
  scannedBytesOf,
} from '../worked-example.ts';
import { listPairs, wrapText } from './paragraph.ts';

/** Lists the prices, such as `1.00 per 1,000,000 calls`, with their sources and the note of the price list. */
export const listPrices = ({ prices, note }: PriceList): string => {
  const pairs = Object.values(prices).map(
    ({ price, per, unit, source }) =>
      [`${writePrice(price)} per ${per === 1 ? '' : `${writeCount(per)} `}${unit}`, source] as const,
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

/** Returns the monthly price of the stack's own database if it never pauses. */
const priceAwakeDatabase = (prices: PriceList): number => {
  const { hoursADay, daysAMonth, acu } = EXAMPLE_ASSUMPTIONS;
  return priceOf(prices, 'capacity', hoursADay * daysAMonth * acu) + priceOf(prices, 'secret', SECRET_COUNT);
};

const rowOf = (table: (typeof LAKE_TABLES)[number], prices: PriceList): readonly string[] => {
  const estimate = estimateExample(table, prices);
  const [{ scan, sourceReads } = { scan: 0, sourceReads: 0 }] = estimate.datasets;
  const megabytes = (scannedBytesOf(table) / BYTES_PER_MB).toLocaleString('en', { maximumFractionDigits: 1 });
  const money = [scan * EXAMPLE_COMPONENTS, scan, priceWarehouse(sourceReads, estimate)].map(writeMoney);
  return [table.name, SECONDS.write(table.slotSeconds), `${megabytes} MB`, ...money];
};

/**
 * Lists the monthly cost of a wall for tables of growing size: with one query for each component, and with one dataset
 * for all.
 */
export const listExamples = (prices: PriceList): string => {
  const rows = LAKE_TABLES.map((table) => rowOf(table, prices));
  const { minUnits = 1 } = prices.prices.scan;
  const model =
    `${EXAMPLE_COMPONENTS} components that are always on. The table has a partition for each day. A query of the last day reads ` +
    `one partition, and in it only the columns that it names: ${COLUMN_SHARE * 100} % of the bytes. At least ${minUnits} MB are billed. A ` +
    `database of the stack that is awake all month costs ${writeMoney(priceAwakeDatabase(prices))}.`;
  const lines = [HEADER, ...rows].map((row) => ['', ...row]);
  return `${formatTable(lines, NUMBER_COLUMNS)}\n${wrapText(model)}`;
};
