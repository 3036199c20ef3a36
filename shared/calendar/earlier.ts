import { type EarlierStep, isAggregate, leavesOf, type Selection } from '../config/selection.ts';
import { reachInZone, spanInZone } from '../tabular/time-zone.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_DAYS = 7;
const MONTHS: Readonly<Record<'month' | 'year', number>> = { month: 1, year: 12 };

/** Adds months to a civil time. A day that the month does not have becomes its last day. */
const addMonths = (civil: number, months: number): number => {
  const date = new Date(civil);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  return date.setUTCDate(Math.min(day, date.getUTCDate()));
};

const moveCivil = (civil: number, step: Exclude<EarlierStep, number>, sign: 1 | -1): number => {
  if (step === 'day' || step === 'week') return civil + sign * (step === 'day' ? 1 : WEEK_DAYS) * DAY_MS;
  return addMonths(civil, sign * MONTHS[step]);
};

/**
 * Moves a time by a step, forward (1) or back (-1). A step of the calendar keeps the local time. If the clock skips the
 * new local time, returns the first time after the gap. If the clock shows it twice, returns the first time.
 */
export const moveTime = (time: number, step: EarlierStep, sign: 1 | -1, timezone: string): number => {
  if (typeof step === 'number') return time + sign * step;
  const civil = time + spanInZone(time, timezone).offset;
  return reachInZone(moveCivil(civil, step, sign), timezone);
};

/** Steps are in the order of the dashboard file. */
export const stepsOf = ({ columns = [] }: Selection): readonly EarlierStep[] => [
  ...new Set(
    columns.flatMap(({ source }) =>
      isAggregate(source) ? leavesOf(source).flatMap(({ earlier }) => earlier ?? []) : [],
    ),
  ),
];
