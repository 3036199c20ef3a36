import { promiseNames } from '../../shared/promises/judge.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { openDays, openMinutes } from '../dashboard/head/opening-hours.ts';
import { judgingHours } from '../stack/judgements.ts';
import { isPromising, judgingFamilies, promisedSources } from '../stack/promises.ts';
import { needsTable } from '../stack/sources.ts';
import { LEAD_MINUTES } from '../stack/warm-ups.ts';
import {
  type Assumptions,
  billedTimesOf,
  DEFAULT_MEMORY_MB,
  type FromFile,
  type PromiseWatching,
  SETTINGS,
  type Setting,
  type Settings,
} from './assumptions.ts';
import { readQuantity } from './quantity.ts';

const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 365.25 / 12;
const MINUTES_PER_HOUR = 60;

const roundHours = (hours: number): number => Math.round(hours * 100) / 100;

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

const wakeSeconds = ({ hours }: Pick<LoadedDashboard, 'hours'>): number =>
  hours === undefined ? 0 : LEAD_MINUTES * MINUTES_PER_HOUR;

const watchPromises = (dashboard: LoadedDashboard): PromiseWatching => {
  const { alarms, domain } = dashboard;
  const sources = promisedSources(dashboard);
  const isCounted = alarms?.silenceMs !== undefined;
  const made = [sources.length > 0, needsTable(dashboard), isCounted, domain?.certificate, alarms?.webhook];
  return {
    metrics: sources.flatMap(({ name, promises }) => promiseNames(name, promises)).length + Number(isCounted),
    alarms: made.filter(Boolean).length,
    functions: judgingFamilies(dashboard).length,
    isAlways: judgingHours(dashboard) === undefined,
  };
};

export const assumeDashboard = (dashboard: LoadedDashboard): Pick<Assumptions, FromFile> => ({
  ...(isPromising(dashboard) && { promises: watchPromises(dashboard) }),
  memoryMb: dashboard.memory,
  wakeSeconds: wakeSeconds(dashboard),
  watch: dashboard.watch,
  accessLog: dashboard.accessLog,
  log: dashboard.log,
  hasHours: dashboard.hours !== undefined,
  zones: dashboard.domain?.hostedZone === undefined ? 0 : 1,
});

export const HOURS = '24x30';

/** As in infra/stack/resources/database.yml. */
const PAUSE_SECONDS = 300;

type Values = Readonly<Record<string, unknown>>;

const parseHours = (text: string): Pick<Assumptions, 'hoursADay' | 'daysAMonth'> | undefined => {
  const [, hours, days] = /^(\d+(?:\.\d+)?)x(\d+)$/.exec(text) ?? [];
  const hoursADay = Number(hours);
  const daysAMonth = Number(days);
  const isRight = hoursADay > 0 && hoursADay <= 24 && daysAMonth > 0 && daysAMonth <= 31;
  return isRight ? { hoursADay, daysAMonth } : undefined;
};

/** Orders the times hit, read, cold: a hit takes no longer than a read, and a cold call includes a read. */
const inOrder = (settings: Settings): Settings => ({
  ...settings,
  hitMs: Math.min(settings.hitMs, settings.readMs),
  coldMs: Math.max(settings.coldMs, settings.readMs),
});

const fallbackOf = ({ name, fallback }: Setting, memoryMb: number): string => {
  const times: Partial<Record<Setting['name'], number>> = billedTimesOf(memoryMb);
  return times[name] === undefined ? fallback : `${times[name]}ms`;
};

/** @throws Error with a message for the user. */
export const readAssumptions = (values: Values, memoryMb: number = DEFAULT_MEMORY_MB): Settings => {
  const hours = parseHours(String(values.hours ?? HOURS));
  if (!hours)
    throw new Error(`--hours must be hours a day x days a month, such as 24x30 or 9.5x22, not '${values.hours}'`);
  const set = SETTINGS.map((setting) => {
    const { name, option, quantity } = setting;
    const text = String(values[option] ?? fallbackOf(setting, memoryMb));
    return [name, readQuantity(option, text, quantity)] as const;
  });
  const settings = Object.fromEntries(set) as Record<Setting['name'], number>;
  return inOrder({ ...settings, ...hours, pauseSeconds: PAUSE_SECONDS });
};
