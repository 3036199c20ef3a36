import { meteredUnits, type PriceList, priceOf, priceTime } from '../../cost/price-list.ts';
import type { Outcome } from './outcome.ts';
import type { Simulation } from './simulation.ts';

export const PAID = ['gateway', 'requests', 'compute', 'sources', 'sharedCache', 'logs', 'egress', 'database'] as const;
export type Paid = (typeof PAID)[number];

/** In the currency of the price list. */
export interface Bill {
  /** For the simulated time, rounded to a millionth. */
  readonly parts: Readonly<Record<Paid, number>>;
  readonly total: number;
  /** Thirty days with the traffic of the simulated time. */
  readonly month: number;
}

const BYTES_PER_GB = 1_000_000_000;
const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;
const MONTH_SECONDS = 30 * 86_400;
const PRECISION = 1_000_000;

const round = (amount: number): number => Math.round(amount * PRECISION) / PRECISION;

/**
 * Counts the read and write units of the shared table. Each new response is written once; all other writes are leases.
 */
const tableUnits = ({ table, answers: { states } }: Outcome, bodyBytes: number, prices: PriceList) => {
  const writtenResponses = Math.min(table.writes, states.fresh + states.revalidated);
  return {
    read: table.reads * meteredUnits(prices, 'cacheRead', bodyBytes),
    written: table.writes - writtenResponses + writtenResponses * meteredUnits(prices, 'cacheWrite', bodyBytes),
  };
};

/** True if the stack has the database. A database that the dashboard names is paid for elsewhere. */
const ownsDatabase = ({ components, datasets = {} }: Simulation): boolean => {
  const tables = components.flatMap(({ config }) => Object.values(config.tables));
  const sources = [...tables, ...Object.values(datasets).map(({ source }) => source)];
  return sources.some((source) => source.source === 'sql' && source.database === undefined);
};

const partsOf = (outcome: Outcome, simulation: Simulation, prices: PriceList): Record<Paid, number> => {
  const { answers, objects, statements, athena, host, billed, database } = outcome;
  const { assumptions, scannedBytes = 0 } = simulation;
  const scanned = priceOf(prices, 'scan', athena.queries * meteredUnits(prices, 'scan', scannedBytes));
  const { bodyBytes, logBytes, resultBytes, acu } = assumptions;
  const calls = Object.values(answers.states).reduce((sum, count) => sum + count, 0);
  const results = (statements.all - statements.refused) * meteredUnits(prices, 'query', resultBytes);
  const { read, written } = tableUnits(outcome, bodyBytes, prices);
  return {
    gateway: priceOf(prices, 'gateway', calls * meteredUnits(prices, 'gateway', bodyBytes)),
    requests: priceOf(prices, 'request', calls),
    compute: priceTime(billed / SECOND_MS, assumptions, prices),
    sources:
      priceOf(prices, 'objectRead', objects.all) +
      priceOf(prices, 'query', results + statements.refused) +
      scanned +
      priceOf(prices, 'metricRead', host.metrics),
    sharedCache: priceOf(prices, 'cacheRead', read) + priceOf(prices, 'cacheWrite', written),
    logs: priceOf(prices, 'log', (calls * logBytes) / BYTES_PER_GB),
    egress: priceOf(prices, 'egress', (calls * bodyBytes) / BYTES_PER_GB),
    database: ownsDatabase(simulation) ? priceOf(prices, 'capacity', (database.awake / HOUR_MS) * acu) : 0,
  };
};

/** Prices the simulated time: counted calls and hours at the prices of `npm run cost`. */
export const priceOutcome = (outcome: Outcome, simulation: Simulation, prices: PriceList): Bill => {
  const exact = partsOf(outcome, simulation, prices);
  const parts = Object.fromEntries(PAID.map((part) => [part, round(exact[part])])) as Record<Paid, number>;
  const total = round(Object.values(parts).reduce((sum, part) => sum + part, 0));
  return { parts, total, month: round((total * MONTH_SECONDS) / simulation.settings.length) };
};
