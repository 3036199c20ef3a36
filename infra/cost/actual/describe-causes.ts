import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { Assumptions } from '../assumptions.ts';
import type { Estimate } from '../create-estimate.ts';
import { writeCount, writeHours } from '../figures.ts';
import { BYTES, SECONDS } from '../quantity.ts';
import type { EndpointTraffic } from '../traffic.ts';
import type { LogUse } from './log-use.ts';
import type { MeasuredTraffic, Period } from './measure-traffic.ts';
import type { FullUse } from './put-in-measured.ts';

/** A measured input that differs from the forecast, and the amount by which it changes the bill. */
export interface Cause {
  readonly cause:
    | 'endpoints'
    | 'days'
    | 'hours'
    | 'screens'
    | 'refresh'
    | 'requests'
    | 'failures'
    | 'sources'
    | 'coldStarts'
    | 'durations'
    | 'bodies'
    | 'logs'
    | 'strangers'
    | 'sharedCache'
    | 'database'
    | 'other';
  readonly amount: number;
  readonly text: string;
}

interface Facts {
  readonly base: Estimate;
  readonly assumptions: Assumptions;
  readonly period: Period;
  readonly measured: MeasuredTraffic;
  readonly traffic: readonly EndpointTraffic[];
  readonly uses: ReadonlyMap<string, FullUse>;
  readonly use: LogUse;
}

/** Writes bytes in the largest unit, with at most one decimal: `4.1 KB`. */
export const writeBytes = (bytes: number): string => {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const [size, unit] = bytes < 1_000_000 ? [1000, 'KB'] : [1_000_000, 'MB'];
  return `${Math.round((10 * bytes) / size) / 10} ${unit}`;
};

const roundSeconds = (seconds: number): number =>
  seconds >= 10 ? Math.round(seconds) : Math.max(0.1, Math.round(seconds * 10) / 10);

export const writeSeconds = (seconds: number): string => SECONDS.write(roundSeconds(seconds));

export const writeNumber = (value: number): string => String(Math.round(value * 10) / 10);

export const sumUses = <Name extends string>(
  uses: ReadonlyMap<string, Readonly<Record<Name, number>>>,
  name: Name,
): number => [...uses.values()].reduce((sum, use) => sum + use[name], 0);

const sumOf = (traffic: readonly EndpointTraffic[], name: 'calls' | 'sourceReads' | 'coldCalls'): number =>
  traffic.reduce((sum, one) => sum + one[name], 0);

const largest = ({ base, traffic }: Facts, name: 'bodyBytes' | 'logBytes') => {
  const pairs = traffic.flatMap((one) => {
    const forecast = base.endpoints.find(({ endpoint }) => endpoint === one.endpoint)?.[name] ?? 0;
    return [
      { endpoint: one.endpoint, forecast, actual: one[name], weight: one.calls * Math.abs(one[name] - forecast) },
    ];
  });
  return pairs.toSorted((a, b) => b.weight - a.weight)[0];
};

const ofBytes = (facts: Facts, name: 'bodyBytes' | 'logBytes'): string => {
  const found = largest(facts, name);
  return found ? `${found.endpoint} ${writeBytes(found.actual)} instead of ${writeBytes(found.forecast)}` : '';
};

const instead = (actual: string, forecast: string): string => `${actual} instead of ${forecast}`;

const writeScreens = (screens: number, seconds: number): string =>
  screens === 1
    ? `one screen every ${writeSeconds(seconds)}`
    : `${writeNumber(screens)} screens every ${writeSeconds(seconds)}`;

/**
 * Writes both possible explanations of a number of requests: another refresh, or other screens. Less than one screen
 * cannot ask, so one screen then asks as rarely as that.
 */
const describeRequests = ({ base, assumptions, uses }: Facts): string => {
  const asked = sumUses(uses, 'all') - sumUses(uses, 'refused');
  const planned = sumOf(base.endpoints, 'calls');
  const factor = Math.max(asked / Math.max(1, planned), 1e-6);
  const { screens, refreshSeconds } = assumptions;
  const every = (count: number): string => writeScreens(count, (refreshSeconds * count) / (screens * factor));
  const others = Math.max(1, Math.round(screens * factor * 10) / 10);
  const both = [...new Set([screens, others])].map(every).join(', or from ');
  return `${writeCount(asked)} requests instead of ${writeCount(planned)}: as many as from ${both}`;
};

export const meanMs = (milliseconds: number, calls: number): string =>
  `${Math.round((10 * milliseconds) / Math.max(1, calls)) / 10} ms`;

const plannedMs = ({ base }: Facts): number => {
  const { compute } = base.sum;
  const { price, per } = base.prices.prices.compute;
  return price === null || price === 0 ? 0 : (compute * per * 1024 * 1000) / price / base.assumptions.memoryMb;
};

export type ForecastCause = Exclude<Cause['cause'], 'endpoints' | 'days'>;

const TEXTS: Readonly<Record<ForecastCause, (facts: Facts) => string>> = {
  hours: ({ period }) =>
    `${writeHours(period.hours)} h a day instead of ${writeHours(period.forecastHours)} (${pluralize(period.days, 'day')})`,
  screens: ({ measured, assumptions }) =>
    instead(writeNumber(measured.screens ?? assumptions.screens), writeNumber(assumptions.screens)),
  refresh: ({ measured, assumptions }) =>
    instead(
      `every ${writeSeconds(measured.refreshSeconds ?? assumptions.refreshSeconds)}`,
      writeSeconds(assumptions.refreshSeconds),
    ),
  requests: describeRequests,
  failures: ({ uses }) =>
    `${writeCount(sumUses(uses, 'failed'))} failed, ${writeCount(sumUses(uses, 'refused'))} refused`,
  sources: ({ base, uses }) =>
    instead(`${writeCount(sumUses(uses, 'sourceReads'))} reads`, writeCount(sumOf(base.endpoints, 'sourceReads'))),
  coldStarts: ({ base, uses }) =>
    instead(writeCount(sumUses(uses, 'coldCalls')), writeCount(sumOf(base.endpoints, 'coldCalls'))),
  durations: (facts) =>
    instead(
      meanMs(sumUses(facts.uses, 'billedMs'), sumUses(facts.uses, 'all')),
      `${meanMs(plannedMs(facts), sumOf(facts.base.endpoints, 'calls'))} a call`,
    ),
  bodies: (facts) => ofBytes(facts, 'bodyBytes'),
  logs: (facts) => ofBytes(facts, 'logBytes'),
  strangers: ({ use: { strangers } }) =>
    `${writeCount(Math.max(strangers.calls, strangers.gatewayCalls))} requests for other addresses, or preflights`,
  sharedCache: ({ use: { metered } }) =>
    `${writeCount(metered?.table?.reads ?? 0)} units read, ${writeCount(metered?.table?.writes ?? 0)} written`,
  database: ({ base, assumptions, use: { metered } }) =>
    instead(
      `${writeHours(metered?.capacityHours ?? 0)} hours of a capacity unit`,
      writeHours(base.database.awakeHours * assumptions.acu),
    ),
  other: ({ use: { warmUps, unfinished } }) =>
    `${writeCount(warmUps.calls)} warm-ups, ${writeCount(unfinished.calls)} calls without an end, and rounding`,
};

export const describeCauses = (
  amounts: readonly { readonly cause: ForecastCause; readonly amount: number }[],
  facts: Facts,
): readonly Cause[] => amounts.map((one) => ({ ...one, text: TEXTS[one.cause](facts) }));

/** Smaller differences from the forecast need no option. */
const SMALL_SHARE = 0.02;

const differs = (actual: number, forecast: number): boolean => Math.abs(actual - forecast) > SMALL_SHARE * forecast;

const meanOf = (traffic: Facts['traffic'], name: 'bodyBytes' | 'logBytes'): number => {
  const calls = traffic.reduce((sum, one) => sum + one.calls, 0);
  return calls === 0 ? 0 : traffic.reduce((sum, one) => sum + one.calls * one[name], 0) / calls;
};

const roundSize = (bytes: number): number => Number(bytes.toPrecision(2));

const fitBytes = ({ base, traffic }: Facts, name: 'bodyBytes' | 'logBytes'): string | undefined => {
  const actual = meanOf(traffic, name);
  return differs(actual, meanOf(base.endpoints, name)) ? BYTES.write(roundSize(actual)) : undefined;
};

const fitRefresh = ({ measured, assumptions, base, uses }: Facts): string | undefined => {
  const { refreshSeconds } = assumptions;
  if (measured.refreshSeconds !== undefined)
    return differs(measured.refreshSeconds, refreshSeconds)
      ? SECONDS.write(roundSeconds(measured.refreshSeconds))
      : undefined;
  const planned = base.endpoints.reduce((sum, { calls }) => sum + calls, 0);
  const factor = planned / Math.max(1, sumUses(uses, 'all'));
  return differs(factor, 1) ? SECONDS.write(roundSeconds(Math.max(1, refreshSeconds * factor))) : undefined;
};

const fitScreens = ({ measured, assumptions: { screens } }: Facts): string | undefined => {
  const actual = Math.max(1, Math.round(measured.screens ?? screens));
  return actual === screens ? undefined : String(actual);
};

const fitHours = ({ period, assumptions: { daysAMonth } }: Facts): string | undefined => {
  const hours = Math.round(period.hours * 10) / 10;
  return hours > 0 && differs(period.hours, period.forecastHours) ? `${hours}x${daysAMonth}` : undefined;
};

export const fitOptions = (facts: Facts): Readonly<Record<string, string>> => {
  const options = {
    screens: fitScreens(facts),
    refresh: fitRefresh(facts),
    hours: fitHours(facts),
    body: fitBytes(facts, 'bodyBytes'),
    log: fitBytes(facts, 'logBytes'),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
};
