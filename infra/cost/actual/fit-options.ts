import { BYTES, SECONDS } from '../quantity.ts';
import { type Facts, roundSeconds, sumUses } from './describe-causes.ts';

/** Differences below this share of the forecast need no option. */
const SMALL_SHARE = 0.02;

const differs = (actual: number, forecast: number): boolean => Math.abs(actual - forecast) > SMALL_SHARE * forecast;

const meanOf = (traffic: Facts['traffic'], name: 'bodyBytes' | 'logBytes'): number => {
  const calls = traffic.reduce((sum, one) => sum + one.calls, 0);
  return calls === 0 ? 0 : traffic.reduce((sum, one) => sum + one.calls * one[name], 0) / calls;
};

/** Rounds a size to two digits. */
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

/** Returns the options of `cost` with which the forecast is like the use. */
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
