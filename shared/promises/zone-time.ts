import type { OpenTime } from '../config/promises.ts';
import { reachInZone, spanInZone } from '../tabular/time-zone.ts';

/** The current time, in milliseconds since 1970, and the IANA name of the dashboard's time zone. */
export interface Clock {
  readonly now: number;
  readonly timezone: string;
}

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_DAYS = 7;
const WEEK_MINUTES = WEEK_DAYS * 24 * 60;
/** The day of the week of 1970-01-01, a Thursday. Monday is 0. */
const FIRST_DAY = 3;

/** Returns a time as a clock in the zone shows it, written as the time at which a clock in UTC shows the same. */
export const civilOf = (time: number, timezone: string): number => time + spanInZone(time, timezone).offset;

interface ZoneDay {
  /** Day of the week; Monday is 0. */
  readonly weekday: number;
  /** Returns the time at which the zone's clock shows a time of day, given in minutes from midnight. */
  readonly at: (minute: number) => number;
}

export const dayOf = ({ now, timezone }: Clock): ZoneDay => {
  const days = Math.floor(civilOf(now, timezone) / DAY_MS);
  return {
    weekday: (days + FIRST_DAY) % WEEK_DAYS,
    at: (minute) => reachInZone(days * DAY_MS + minute * MINUTE_MS, timezone),
  };
};

export const isOpen = (hours: readonly OpenTime[] | undefined, { now, timezone }: Clock): boolean => {
  if (!hours) return true;
  const minutes = Math.floor(civilOf(now, timezone) / MINUTE_MS) + FIRST_DAY * 24 * 60;
  const minute = minutes % WEEK_MINUTES;
  return hours.some(({ from, to }) => (minute >= from && minute < to) || minute + WEEK_MINUTES < to);
};
