import type { Assumptions } from '../assumptions.ts';
import type { LogUse, Rhythm } from './log-use.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_MS = 86_400_000;

export interface Period {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** In the timezone of the dashboard. */
  readonly days: number;
  /** Hours of a day that the forecast counts: those of the dashboard, or fewer if the log begins or ends within a day. */
  readonly forecastHours: number;
  readonly hours: number;
  /** Months in UTC of which the log has lines. Each counts what is paid by the month. */
  readonly months: number;
}

export interface MeasuredTraffic {
  /** Absent if it cannot be told apart from the refresh. */
  readonly screens?: number;
  /** Median of the seconds between two requests of a screen to an endpoint. */
  readonly refreshSeconds?: number;
}

export const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const gapsOf = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, index) => value - (values[index] ?? 0));

/** Milliseconds of the local clock. */
const localClock = (timeZone: string): ((time: number) => number) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`);
};

/** Returns the number of minutes in which a wall was on. During long gaps between requests, it was off. */
const openMinutes = (minutes: readonly number[], refreshSeconds: number): number => {
  const gaps = gapsOf(minutes);
  const usual = Math.max(1, medianOf(gaps) ?? 1);
  const longest = Math.max(3 * usual, (2 * refreshSeconds) / MINUTE_SECONDS);
  const inside = gaps.filter((gap) => gap <= longest);
  const ends = minutes.length - inside.length;
  return inside.reduce((sum, gap) => sum + gap, 0) + ends * usual;
};

const spanOf = (day: number, from: number, to: number): number =>
  (Math.min((day + 1) * DAY_MS, to) - Math.max(day * DAY_MS, from)) / 1000 / HOUR_SECONDS;

const monthOf = (time: number): number => {
  const date = new Date(time);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
};

export const periodOf = (
  use: Pick<LogUse, 'minutes' | 'from' | 'to'>,
  { hoursADay, refreshSeconds }: Pick<Assumptions, 'hoursADay' | 'refreshSeconds'>,
  timezone: string,
): Period => {
  const { minutes } = use;
  const toLocal = localClock(timezone);
  const [from, to] = [toLocal(use.from), toLocal(use.to) + refreshSeconds * 1000];
  const days = new Set(minutes.map((minute) => Math.floor(toLocal(minute * MINUTE_SECONDS * 1000) / DAY_MS)));
  const count = Math.max(1, days.size);
  const forecast = Array.from(days, (day) => Math.min(hoursADay, spanOf(day, from, to)));
  return {
    from: new Date(use.from).toISOString(),
    to: new Date(use.to).toISOString(),
    days: count,
    forecastHours: forecast.reduce((sum, one) => sum + one, 0) / count,
    hours: Math.min(24, openMinutes(minutes, refreshSeconds) / MINUTE_SECONDS / count),
    months: monthOf(use.to) - monthOf(use.from) + 1,
  };
};

/** An address counts as a screen if at least this share of all requests comes from it. */
const SCREEN_SHARE = 0.01;
const MAX_GAP_MS = DAY_MS / 2;

/** Seconds; 0 if there are no gaps. */
const usualGap = (rhythms: readonly Rhythm[]): number => {
  const gaps = rhythms
    .flatMap((one) => [...one.gaps])
    .filter(([gap]) => gap < MAX_GAP_MS)
    .toSorted(([a], [b]) => a - b);
  let rest = gaps.reduce((sum, [, count]) => sum + count, 0) / 2;
  for (const [gap, count] of gaps) {
    rest -= count;
    if (rest <= 0) return gap / 1000;
  }
  return 0;
};

const callsOf = (rhythms: readonly { readonly calls: number }[]): number =>
  rhythms.reduce((sum, { calls }) => sum + calls, 0);

/**
 * Tells screens and refresh apart: a screen asks for an endpoint from one address, always after the same time. If one
 * address sends everything, several screens may share it.
 */
export const measureTraffic = (
  { rhythms }: Pick<LogUse, 'rhythms'>,
  { screens }: Pick<Assumptions, 'screens'>,
  openSeconds: number,
): MeasuredTraffic => {
  const all = callsOf(rhythms);
  const addresses = [...Map.groupBy(rhythms, ({ address }) => address).values()];
  const own = addresses.filter((ofOne) => callsOf(ofOne) >= SCREEN_SHARE * all);
  if (openSeconds === 0 || (own.length < 2 && screens > 1)) return {};
  const ofEndpoints = Array.from(Map.groupBy(own.flat(), ({ endpoint }) => endpoint).values(), (ofOne) => ({
    refresh: usualGap(ofOne),
    calls: callsOf(ofOne),
  })).filter(({ refresh }) => refresh > 0);
  const calls = callsOf(ofEndpoints);
  if (calls === 0) return {};
  const weighted = ofEndpoints.reduce((sum, one) => sum + (one.calls * one.calls * one.refresh) / openSeconds, 0);
  return { screens: weighted / calls, refreshSeconds: medianOf(ofEndpoints.map(({ refresh }) => refresh)) as number };
};
