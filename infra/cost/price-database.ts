import type { Assumptions } from './assumptions.ts';
import { addMoney, roundMoney } from './price-endpoint.ts';
import { type PriceList, priceOf } from './price-list.ts';
import { secondsADay } from './rounds.ts';
import type { FunctionTraffic } from './traffic.ts';

/** The stack's own database in a month. */
export interface DatabaseCost {
  /** Whether the stack has one. */
  readonly isOwn: boolean;
  readonly awakeHours: number;
  /** Hours in which it is awake when it never pauses while screens are on. */
  readonly openHours: number;
  readonly capacity: number;
  readonly secrets: number;
  readonly total: number;
}

/** Of infra/stack/resources/database.yml: the password of its owner, and that of the role which may only read. */
const SECRET_COUNT = 2;

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;

/**
 * Seconds of a day in which it may be awake: from the schedule that wakes it, while screens are on, and until it pauses
 * after the last call.
 */
const openSecondsADay = (assumptions: Assumptions): number =>
  Math.min(SECONDS_PER_DAY, assumptions.wakeSeconds + secondsADay(assumptions) + assumptions.pauseSeconds);

/**
 * The share of the open hours that one function's readings keep it awake: each for as long as it takes to pause. Queries of
 * one function come in the same rounds, so the one that is asked most counts.
 */
const awakeShareOf = ({ endpoints }: FunctionTraffic, assumptions: Assumptions): number => {
  const readings = Math.max(0, ...endpoints.map((endpoint) => (endpoint.ownQueries > 0 ? endpoint.readings : 0)));
  const openSeconds = openSecondsADay(assumptions) * assumptions.daysAMonth;
  return Math.min(1, (readings * assumptions.pauseSeconds) / openSeconds);
};

/** Functions fill their caches at times of their own, so their readings overlap by chance. */
const awakeShare = (functions: readonly FunctionTraffic[], assumptions: Assumptions): number =>
  1 - functions.reduce((asleep, one) => asleep * (1 - awakeShareOf(one, assumptions)), 1);

/** What the stack's own database costs: its hours awake, and the secrets that hold its passwords. */
export const priceDatabase = (
  functions: readonly FunctionTraffic[],
  assumptions: Assumptions,
  prices: PriceList,
): DatabaseCost => {
  const isOwn = functions.some(({ endpoints }) => endpoints.some(({ ownQueries }) => ownQueries > 0));
  const openHours = (openSecondsADay(assumptions) * assumptions.daysAMonth) / SECONDS_PER_HOUR;
  const awakeHours = openHours * awakeShare(functions, assumptions);
  const capacity = roundMoney(priceOf(prices, 'capacity', awakeHours * assumptions.acu));
  const secrets = isOwn ? roundMoney(priceOf(prices, 'secret', SECRET_COUNT)) : 0;
  return { isOwn, awakeHours, openHours, capacity, secrets, total: addMoney([capacity, secrets]) };
};
