import { LEAD_MINUTES } from '../stack/warm-ups.ts';
import { compareMemory } from './compare-memory.ts';
import type { Estimate } from './create-estimate.ts';
import { billedTimesOf } from './measured-times.ts';
import { SECONDS } from './quantity.ts';
import type { Alternatives, Candidate } from './saving.ts';

const SECONDS_PER_MINUTE = 60;

const written = (seconds: number): string => SECONDS.write(seconds);

const refreshLess = ({ assumptions }: Estimate): Candidate => {
  const { refreshSeconds } = assumptions;
  const slower = refreshSeconds * 2;
  return {
    change: `refresh every ${written(slower)} instead of every ${written(refreshSeconds)}`,
    assumptions: { ...assumptions, refreshSeconds: slower },
  };
};

const logLess = ({ assumptions }: Estimate): Alternatives => {
  const line = 'accessLog: none';
  const change = `${line}, which keeps the log lines of the functions and drops those of the gateway`;
  return [{ change, line, assumptions: { ...assumptions, accessLog: 'none' } }];
};

const watchLess = ({ assumptions }: Estimate): readonly Alternatives[] => {
  const basic: Candidate = {
    change: 'watch: basic, metrics and alarms of the whole stack instead of each function’s',
    line: 'watch: basic',
    assumptions: { ...assumptions, watch: 'basic' },
  };
  const none: Candidate = {
    change: 'watch: none, no metrics and no alarms: nobody is alerted when a component stays blank',
    line: 'watch: none',
    assumptions: { ...assumptions, watch: 'none' },
  };
  return assumptions.watch === 'full' ? [[basic], [none]] : [[none]];
};

/** Opening hours of an office, to propose for a wall without opening hours. */
const OFFICE = { line: "hours: 'Mon-Fri 07:00-19:00'", hoursADay: 12, daysAMonth: 22 };

const openLess = ({ assumptions }: Estimate): Alternatives => {
  const { line, hoursADay, daysAMonth } = OFFICE;
  if (assumptions.hasHours || assumptions.hoursADay <= hoursADay) return [];
  const open = { hoursADay, daysAMonth: Math.min(daysAMonth, assumptions.daysAMonth) };
  const wakeSeconds = LEAD_MINUTES * SECONDS_PER_MINUTE;
  const change = `${line}, with the screens off at all other times`;
  return [{ change, line, assumptions: { ...assumptions, ...open, wakeSeconds } }];
};

/** True if no option replaces a measured time. Otherwise, the times of different memory sizes could not be compared. */
const hasMeasuredTimes = ({ assumptions }: Estimate): boolean =>
  Object.entries(billedTimesOf(assumptions.memoryMb)).every(([name, ms]) => Object(assumptions)[name] === ms);

const useLessMemory = (estimate: Estimate): Alternatives => {
  const { memoryMb, readMs } = compareMemory(estimate).cheapest;
  if (memoryMb >= estimate.assumptions.memoryMb || !hasMeasuredTimes(estimate)) return [];
  const line = `memory: ${memoryMb}`;
  const change = `${line}, with ${readMs} ms for a call that reads its sources, and a lower limit for the size of files`;
  return [{ change, line, assumptions: { ...estimate.assumptions, ...billedTimesOf(memoryMb), memoryMb } }];
};

/** Proposes settings of the whole dashboard: monitoring, opening hours, memory, the access log and the refresh. */
export const changeSettings = (estimate: Estimate): readonly Alternatives[] => [
  ...watchLess(estimate),
  openLess(estimate),
  useLessMemory(estimate),
  logLess(estimate),
  [refreshLess(estimate)],
];
