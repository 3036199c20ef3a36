import { priceTime } from '../../../infra/cost/money.ts';
import { meteredUnits, type PriceList, priceOf } from '../../../infra/cost/price-list.ts';
import type { LakeOutcome } from './simulate-lake.ts';

/** The input of a report besides the outcomes. */
export interface LakeBill {
  readonly prices: PriceList;
  readonly scannedBytes: number;
  readonly memoryMb: number;
}

/** The figures of one scenario. Money is for a month of 30 days. */
export interface LakeFigures {
  readonly name: string;
  readonly slotSeconds: number;
  readonly queriesAMonth: number;
  /** The largest number of queries that were queued or running at one time, and its quota. */
  readonly activeQueries: number;
  readonly activeQuota: number;
  readonly startsASecond: number;
  /** Share of the calls of each operation that Athena refused. */
  readonly refused: Readonly<Record<'start' | 'getExecution' | 'getResults', number>>;
  /** Ages of the shown rows in seconds, weighted by display time. */
  readonly age: { readonly p50: number; readonly p99: number };
  /** Share of the display time in which components show an error. */
  readonly blank: number;
  readonly scanned: number;
  readonly waiting: number;
  /**
   * `reached` if Athena refuses calls. `exceeded` if rows arrive after the end of their slot, or components show
   * errors.
   */
  readonly quotas: 'within' | 'reached' | 'exceeded';
}

const MONTH_MS = 30 * 86_400_000;
const SECOND_MS = 1_000;
/** Age in slots from which rows count as late. */
const LATE_SLOTS = 2;
const MAX_LATE_SHARE = 0.05;
const MAX_BLANK_SHARE = 0.01;

const shareOf = ({ calls, refused }: { readonly calls: number; readonly refused: number }): number =>
  calls === 0 ? 0 : refused / calls;

const compareQuotas = ({ athena, ages, scenario }: LakeOutcome): LakeFigures['quotas'] => {
  const isLate = ages.shareOver((scenario.slotMs / SECOND_MS) * LATE_SLOTS) > MAX_LATE_SHARE;
  if (isLate || ages.blank > MAX_BLANK_SHARE) return 'exceeded';
  const isRefused = Object.values(athena.calls).some(({ refused }) => refused > 0) || athena.refusedAsActive > 0;
  return isRefused ? 'reached' : 'within';
};

/** Computes the figures of a scenario. */
export const describeLake = (outcome: LakeOutcome, { prices, scannedBytes, memoryMb }: LakeBill): LakeFigures => {
  const { scenario, athena, ages, waitMs } = outcome;
  const months = (scenario.slots * scenario.slotMs) / MONTH_MS;
  const { start, getExecution, getResults } = athena.calls;
  const units = athena.queries * meteredUnits(prices, 'scan', scannedBytes);
  return {
    name: scenario.name,
    slotSeconds: scenario.slotMs / SECOND_MS,
    queriesAMonth: Math.round(athena.queries / months),
    activeQueries: athena.maxActive,
    activeQuota: scenario.quotas.activeQueries,
    startsASecond: start.maxPerSecond,
    refused: { start: shareOf(start), getExecution: shareOf(getExecution), getResults: shareOf(getResults) },
    age: { p50: ages.quantile(0.5), p99: ages.quantile(0.99) },
    blank: ages.blank,
    scanned: priceOf(prices, 'scan', units) / months,
    waiting: priceTime(waitMs / SECOND_MS, { memoryMb }, prices) / months,
    quotas: compareQuotas(outcome),
  };
};
