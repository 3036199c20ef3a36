import type { Assumptions } from './assumptions.ts';

const SECONDS_PER_HOUR = 3600;

export const secondsADay = ({ hoursADay }: Assumptions): number => Math.round(hoursADay * SECONDS_PER_HOUR);

const roundsADay = (assumptions: Assumptions): number =>
  Math.ceil(secondsADay(assumptions) / assumptions.refreshSeconds);

/** Counts the calls of one endpoint in a month: one for each screen and round. */
export const callsOf = (assumptions: Assumptions): number =>
  roundsADay(assumptions) * assumptions.screens * assumptions.daysAMonth;

/** True if Lambda ends idle environments between two rounds. */
export const goesIdle = ({ refreshSeconds, idleSeconds }: Assumptions): boolean => refreshSeconds > idleSeconds;

/** Returns how often a day Lambda replaces an environment. */
export const livesADay = (assumptions: Assumptions): number =>
  goesIdle(assumptions)
    ? roundsADay(assumptions) * assumptions.screens
    : Math.ceil(secondsADay(assumptions) / assumptions.lifeSeconds);
