import { kindNamed } from '../dashboard/registry/kinds.ts';
import type { Assumptions } from './assumptions.ts';
import type { DatasetTraffic } from './dataset-traffic.ts';
import { fileTimeOf } from './file-time.ts';
import { priceSharing } from './price-endpoint.ts';
import { addMoney, meteredUnits, type PriceList, priceOf, priceTime, roundMoney } from './price-list.ts';

/** Monthly cost of one dataset. The cost of the endpoints that select from it is not included. */
export interface DatasetCost extends DatasetTraffic {
  /** Cost of the bytes that queries through Athena scan. */
  readonly scan: number;
  /** Cost of statements through the Data API, or of reads of S3. */
  readonly source: number;
  /** Cost of the time for which functions wait for the rows. */
  readonly compute: number;
  readonly sharedCache: number;
  readonly total: number;
  /** Cost of a month if each table were a query of its own, without a shared cache of rows. */
  readonly separate: number;
  /** The part of `separate` that pays for the bytes which queries through Athena scan. */
  readonly separateScan: number;
}

const priceOfReads = (
  { kind, scannedBytes, requests }: DatasetTraffic,
  sourceReads: number,
  { resultBytes }: Assumptions,
  prices: PriceList,
): Readonly<Record<'scan' | 'source', number>> => {
  const { line } = kindNamed(kind).price;
  const units = {
    scan: () => meteredUnits(prices, 'scan', scannedBytes),
    query: () => meteredUnits(prices, 'query', resultBytes),
    objectRead: () => requests ?? 1,
  };
  const price = priceOf(prices, line, sourceReads * units[line]());
  return line === 'scan' ? { scan: price, source: 0 } : { scan: 0, source: price };
};

/**
 * Returns the seconds for which environments wait. All environments wait for a billed query. For other sources, only the
 * environments that read wait.
 */
const waitSeconds = (
  { kind, file }: DatasetTraffic,
  sourceReads: number,
  misses: number,
  assumptions: Assumptions,
): number => {
  const { queryMs, readMs, hitMs } = assumptions;
  if (kindNamed(kind).isBilled) return (misses * queryMs) / 1000;
  return (sourceReads * (readMs - hitMs + fileTimeOf({ files: file ? [file] : [] }, assumptions).warm)) / 1000;
};

/** Calculates the monthly cost of a dataset. */
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
