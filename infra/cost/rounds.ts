import type { Assumptions } from './assumptions.ts';

const SECONDS_PER_HOUR = 3600;

export const secondsADay = ({ hoursADay }: Assumptions): number => Math.round(hoursADay * SECONDS_PER_HOUR);

const roundsADay = (assumptions: Assumptions): number =>
  Math.ceil(secondsADay(assumptions) / assumptions.refreshSeconds);

/** A month's calls of one endpoint: each screen asks once a round. */
export const callsOf = (assumptions: Assumptions): number =>
  roundsADay(assumptions) * assumptions.screens * assumptions.daysAMonth;

/** Between two rounds longer than this, Lambda takes the environments away. */
export const goesIdle = ({ refreshSeconds, idleSeconds }: Assumptions): boolean => refreshSeconds > idleSeconds;

/** How often a day an environment is replaced. */
export const livesADay = (assumptions: Assumptions): number =>
  goesIdle(assumptions)
    ? roundsADay(assumptions) * assumptions.screens
    : Math.ceil(secondsADay(assumptions) / assumptions.lifeSeconds);
