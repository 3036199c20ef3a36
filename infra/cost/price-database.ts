import type { Assumptions } from './assumptions.ts';
import type { DatasetTraffic } from './price-dataset.ts';
import { addMoney, type PriceList, priceOf, roundMoney } from './price-list.ts';
import { type FunctionTraffic, secondsADay } from './traffic.ts';

export interface DatabaseCost {
  readonly isOwn: boolean;
  readonly awakeHours: number;
  /** If the database never paused while screens are on. */
  readonly openHours: number;
  readonly capacity: number;
  readonly secrets: number;
  readonly total: number;
}

/** In infra/stack/resources/database.yml: passwords of the owner and of the read-only role. */
export const SECRET_COUNT = 2;

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;

/**
 * Returns the seconds of a day in which the database may be awake: from its scheduled start, while screens are on, and
 * until it pauses after the last call.
 */
const openSecondsADay = (assumptions: Assumptions): number =>
  Math.min(SECONDS_PER_DAY, assumptions.wakeSeconds + secondsADay(assumptions) + assumptions.pauseSeconds);

const awakeShareOf = (sourceReads: number, assumptions: Assumptions): number => {
  const openSeconds = openSecondsADay(assumptions) * assumptions.daysAMonth;
  return Math.min(1, (sourceReads * assumptions.pauseSeconds) / openSeconds);
};

/**
 * Counts the times at which each function and each dataset queries the database. The endpoints of a function query at
 * the same times, so only the most frequent query counts. All environments read a dataset at the start of its slots.
 */
const countQueryTimes = (functions: readonly FunctionTraffic[], datasets: readonly DatasetTraffic[]) => [
  ...functions.map(({ endpoints }) =>
    Math.max(0, ...endpoints.map(({ ownQueries, sourceReads }) => (ownQueries > 0 ? sourceReads : 0))),
  ),
  ...datasets.map(({ asksOwnDatabase, slots }) => (asksOwnDatabase ? slots : 0)),
];

/** Queries overlap at random, because caches expire independently. */
const awakeShare = (sourceReads: readonly number[], assumptions: Assumptions): number =>
  1 - sourceReads.reduce((asleep, one) => asleep * (1 - awakeShareOf(one, assumptions)), 1);

export const priceDatabase = (
  functions: readonly FunctionTraffic[],
  datasets: readonly DatasetTraffic[],
  assumptions: Assumptions,
  prices: PriceList,
): DatabaseCost => {
  const sourceReads = countQueryTimes(functions, datasets);
  const isOwn = sourceReads.some((count) => count > 0);
  const openHours = (openSecondsADay(assumptions) * assumptions.daysAMonth) / SECONDS_PER_HOUR;
  const awakeHours = openHours * awakeShare(sourceReads, assumptions);
  const capacity = roundMoney(priceOf(prices, 'capacity', awakeHours * assumptions.acu));
  const secrets = isOwn ? roundMoney(priceOf(prices, 'secret', SECRET_COUNT)) : 0;
  return { isOwn, awakeHours, openHours, capacity, secrets, total: addMoney([capacity, secrets]) };
};
