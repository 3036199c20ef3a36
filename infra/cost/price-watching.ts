import type { Watch } from '../../shared/config/dashboard-config.ts';
import type { PromiseWatching } from './assumptions.ts';
import { addMoney, type PriceList, priceOf, roundMoney } from './price-list.ts';

interface Watching {
  readonly ofFunction: { readonly metrics: number; readonly alarms: number };
  readonly ofStack: { readonly metrics: number; readonly alarms: number; readonly pages: number };
}

/** As in shared/middleware/log-line.ts and infra/stack/watching/watching.ts. */
const WATCHING: Readonly<Record<Watch, Watching>> = {
  full: { ofFunction: { metrics: 5, alarms: 3 }, ofStack: { metrics: 0, alarms: 3, pages: 1 } },
  basic: { ofFunction: { metrics: 0, alarms: 0 }, ofStack: { metrics: 5, alarms: 4, pages: 0 } },
  none: { ofFunction: { metrics: 0, alarms: 0 }, ofStack: { metrics: 0, alarms: 0, pages: 0 } },
};

/** The alarm adds the numbers of two metrics, and CloudWatch bills each. */
const QUERIES_ALARM = { alarms: 1, billedAlarms: 2 };

/** As in infra/stack/watching/watching.ts. */
const HIDDEN_ERRORS = { alarms: 2, metrics: 1 };

export interface Judgements {
  readonly count: number;
  readonly memoryMb: number;
}

/** Mostly the reads of sources that screens have not read. */
const JUDGEMENT_SECONDS = 0.5;
const MB_PER_GB = 1024;
const STATE_UNITS = 2;

const priceJudgements = ({ count, memoryMb }: Judgements, prices: PriceList): number =>
  roundMoney(
    priceOf(prices, 'request', count) +
      priceOf(prices, 'compute', (count * JUDGEMENT_SECONDS * memoryMb) / MB_PER_GB) +
      priceOf(prices, 'cacheRead', count * STATE_UNITS) +
      priceOf(prices, 'cacheWrite', count * STATE_UNITS),
  );

const setsOfHidden = (watch: Watch, hidingFunctions: number): number => {
  if (watch === 'none') return 0;
  return watch === 'full' ? hidingFunctions : Math.min(1, hidingFunctions);
};

/** For a month. */
export interface WatchingCost {
  readonly watch: Watch;
  readonly metrics: number;
  readonly alarms: number;
  readonly pages: number;
  readonly costs: {
    readonly alarms: number;
    readonly metrics: number;
    readonly dashboard: number;
    /** Absent without promises and `silence`. */
    readonly judgements?: number;
  };
  readonly judgements?: number;
  readonly total: number;
}

/**
 * Calculates the monthly cost of monitoring.
 * @param functions number of functions.
 * @param hasWorkgroup true if a dataset queries Athena in the stack's own workgroup.
 * @param hidingFunctions number of functions that send errors with status 200.
 * @param promises the metrics and alarms of promises, if there are any.
 * @param judged the calls of the schedule that judges promises, if there is one.
 */
export const priceWatching = (
  watch: Watch,
  functions: number,
  prices: PriceList,
  hasWorkgroup = false,
  hidingFunctions = 0,
  promises?: PromiseWatching,
  judged?: Judgements,
): WatchingCost => {
  const ofPromises = promises && watch !== 'none' ? promises : { metrics: 0, alarms: 0 };
  const { ofFunction, ofStack } = WATCHING[watch];
  const hidden = setsOfHidden(watch, hidingFunctions);
  const metrics =
    functions * ofFunction.metrics + ofStack.metrics + hidden * HIDDEN_ERRORS.metrics + ofPromises.metrics;
  const ofQueries = hasWorkgroup && watch !== 'none' ? QUERIES_ALARM : { alarms: 0, billedAlarms: 0 };
  const others = functions * ofFunction.alarms + ofStack.alarms + hidden * HIDDEN_ERRORS.alarms + ofPromises.alarms;
  const alarms = others + ofQueries.alarms;
  const { pages } = ofStack;
  const costs = {
    alarms: roundMoney(priceOf(prices, 'alarm', others + ofQueries.billedAlarms)),
    metrics: roundMoney(priceOf(prices, 'metric', metrics)),
    dashboard: roundMoney(priceOf(prices, 'page', pages)),
    ...(judged && { judgements: priceJudgements(judged, prices) }),
  };
  const total = addMoney(Object.values(costs));
  return { watch, metrics, alarms, pages, costs, ...(judged && { judgements: judged.count }), total };
};
