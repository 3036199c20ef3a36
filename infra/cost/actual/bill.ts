import type { Assumptions } from '../assumptions.ts';
import type { BillParts, Estimate } from '../create-estimate.ts';
import { writeCurrency, writeMoney } from '../figures.ts';
import { PARTS, priceEndpoint } from '../price-endpoint.ts';
import { addMoney, type PriceList, priceOf, priceTime, roundMoney } from '../price-list.ts';
import type { EndpointTraffic } from '../traffic.ts';
import { HEADER_BYTES } from '../wall.ts';
import type { LogUse, Metered } from './log-use.ts';
import type { FullUse } from './put-in-measured.ts';

const BYTES_PER_GB = 1_000_000_000;

interface Priced {
  readonly assumptions: Assumptions;
  readonly prices: PriceList;
}

export interface Bill {
  readonly total: number;
  readonly parts: BillParts;
}

export const toBill = (parts: BillParts): Bill => ({ parts, total: addMoney(Object.values(parts)) });

export const partsOf = (
  traffic: readonly EndpointTraffic[],
  { assumptions, prices }: Priced,
  rest: BillParts,
  seconds?: number,
): BillParts => {
  const costs = traffic.map((one) => priceEndpoint(one, assumptions, prices));
  const sums = Object.fromEntries(PARTS.map((part) => [part, addMoney(costs.map((cost) => cost[part]))]));
  const sharedCache = addMoney(costs.map((cost) => cost.sharedCache));
  const compute = seconds === undefined ? {} : { compute: roundMoney(priceTime(seconds, assumptions, prices)) };
  return { ...rest, ...sums, ...compute, source: addMoney([sums.source ?? 0, -sharedCache]), sharedCache };
};

export const FIXED = ['database', 'secrets', 'watching', 'domain'] as const;
const MONTHLY: readonly string[] = ['secrets', 'watching', 'domain'];

/** Returns the parts that no log line counts: what is paid by the month, and the database as in the forecast. */
export const fixedParts = (forecast: BillParts, months: number): Pick<BillParts, (typeof FIXED)[number]> => {
  const parts = FIXED.map((part) => [part, roundMoney(forecast[part] * (MONTHLY.includes(part) ? months : 1))]);
  return Object.fromEntries(parts);
};

/**
 * Returns the cost of datasets, without the time of functions. If `isCounted` is true, counts the scans of the log, and
 * else those of the forecast.
 */
export const datasetCost = (
  { datasets }: Estimate,
  { scans }: LogUse,
  prices: PriceList,
  isCounted: boolean,
): number => {
  const scan = isCounted ? roundMoney(priceOf(prices, 'scan', scans.units)) : addMoney(datasets.map((one) => one.scan));
  return addMoney([scan, ...datasets.map(({ source, sharedCache }) => addMoney([source, sharedCache]))]);
};

export const putTable = (
  parts: BillParts,
  ofRows: number,
  { reads, writes }: NonNullable<Metered['table']>,
  prices: PriceList,
): BillParts => ({
  ...parts,
  datasets: addMoney([parts.datasets, -ofRows]),
  sharedCache: addMoney([priceOf(prices, 'cacheRead', reads), priceOf(prices, 'cacheWrite', writes)]),
});

export const addRequests = (
  parts: BillParts,
  { all, calls, bytes, logBytes, billedMs }: FullUse,
  { assumptions, prices }: Priced,
): BillParts => ({
  ...parts,
  gateway: addMoney([parts.gateway, priceOf(prices, 'gateway', all)]),
  requests: addMoney([parts.requests, priceOf(prices, 'request', calls)]),
  compute: addMoney([parts.compute, priceTime(billedMs / 1000, assumptions, prices)]),
  logs: addMoney([parts.logs, priceOf(prices, 'log', logBytes / BYTES_PER_GB)]),
  egress: addMoney([parts.egress, priceOf(prices, 'egress', (bytes + all * HEADER_BYTES) / BYTES_PER_GB)]),
});

/** Adds the cost of warm-ups, which no gateway sees, and of requests that a timeout or a crash ended. */
export const addUnfinished = (parts: BillParts, input: Priced, { warmUps, unfinished }: LogUse): BillParts => {
  const { assumptions, prices } = input;
  const seconds = (warmUps.billedMs + unfinished.billedMs) / 1000;
  return {
    ...parts,
    requests: addMoney([parts.requests, priceOf(prices, 'request', warmUps.calls + unfinished.calls)]),
    compute: addMoney([parts.compute, priceTime(seconds, assumptions, prices)]),
    logs: addMoney([parts.logs, priceOf(prices, 'log', warmUps.logBytes / BYTES_PER_GB)]),
  };
};

export interface AwsBill {
  /** The first day, and the day after the last one, in UTC. */
  readonly from: string;
  readonly until: string;
  readonly currency: string;
  readonly services: Readonly<Record<string, number>>;
  /** True while AWS has not closed the month. */
  readonly estimated: boolean;
}

export type BilledTotal = AwsBill & { readonly total: number };

/** Returns a bill in the currency of the prices. */
export const totalBill = (bill: AwsBill, { converted, currency }: PriceList): BilledTotal => {
  const rate = converted?.from === bill.currency ? converted.rate : 1;
  const amounts = Object.entries(bill.services).map(([name, amount]) => [name, addMoney([amount * rate])] as const);
  return {
    ...bill,
    currency: rate === 1 ? bill.currency : currency,
    total: addMoney(amounts.map(([, amount]) => amount)),
    services: Object.fromEntries(amounts.toSorted(([, a], [, b]) => b - a)),
  };
};

const MAX_SERVICES = 5;

export const describeBill = (bill: BilledTotal, counted: number): string => {
  const { total, services, currency, from, until, estimated } = bill;
  const entries = Object.entries(services);
  const shown = entries.slice(0, MAX_SERVICES).map(([name, amount]) => `${name} ${writeMoney(amount)}`);
  const rest = addMoney(entries.slice(MAX_SERVICES).map(([, amount]) => amount));
  const others = entries.length > MAX_SERVICES ? [`others ${writeMoney(rest)}`] : [];
  const gap = addMoney([total, -counted]);
  const beside = `${writeMoney(Math.abs(gap))} ${gap < 0 ? 'less' : 'more'} than counted`;
  const last = new Date(Date.parse(until) - 1).toISOString().slice(0, 10);
  return (
    `AWS billed ${writeMoney(total)} ${writeCurrency(currency)} by the tags from ${from} to ${last}, ${beside}: ` +
    `${[...shown, ...others].join(', ')}.${estimated ? ' It is an estimate until AWS closes the month.' : ''}`
  );
};
