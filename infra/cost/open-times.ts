import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { openDays, openMinutes } from '../dashboard/opening-hours.ts';
import { LEAD_MINUTES } from '../stack/warm-ups.ts';
import type { Assumptions } from './assumptions.ts';

const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 365.25 / 12;
const MINUTES_PER_HOUR = 60;

const roundHours = (hours: number): number => Math.round(hours * 100) / 100;

/** Returns the opening times from the dashboard's `hours`; empty if there are none. */
export const openTimes = ({
  hours,
}: Pick<LoadedDashboard, 'hours'>): Partial<Pick<Assumptions, 'hoursADay' | 'daysAMonth'>> => {
  if (hours === undefined) return {};
  const days = openDays(hours);
  return {
    hoursADay: roundHours(openMinutes(hours) / MINUTES_PER_HOUR / days),
    daysAMonth: Math.round((days * DAYS_PER_MONTH) / DAYS_PER_WEEK),
  };
};

/** Returns the seconds for which the database is awake before the wall opens. */
export const wakeSeconds = ({ hours }: Pick<LoadedDashboard, 'hours'>): number =>
  hours === undefined ? 0 : LEAD_MINUTES * MINUTES_PER_HOUR;
