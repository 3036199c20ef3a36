import { writeCount, writeHours } from '../figures.ts';
import type { EndpointTraffic } from '../traffic.ts';
import type { Used } from './compare-use.ts';
import { type Cause, meanMs, sumUses, writeBytes, writeNumber, writeSeconds } from './describe-causes.ts';
import type { EndpointUse } from './log-use.ts';
import type { FullUse } from './put-in-measured.ts';

type Both = readonly [before: Used, after: Used];

/** Writes a value of both months: `from 3 to 4 screens`. */
const change = (both: Both, write: (used: Used) => string, unit = ''): string =>
  `from ${both.map(write).join(' to ')}${unit}`;

const counted =
  (name: keyof FullUse) =>
  ({ uses }: Used): string =>
    writeCount(sumUses(uses, name));

const asked = ({ uses }: Used): string => writeCount(sumUses(uses, 'all') - sumUses(uses, 'refused'));

const askedEndpoints = ({ uses }: Used): readonly string[] =>
  [...uses].flatMap(([name, { all }]) => (all > 0 ? [name] : []));

const describeEndpoints = ([before, after]: Both): string => {
  const [old, now] = [askedEndpoints(before), askedEndpoints(after)];
  const added = now.filter((name) => !old.includes(name));
  const removed = old.filter((name) => !now.includes(name));
  return [
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`no longer asked: ${removed.join(', ')}`] : []),
  ].join('; ');
};

const ofBytes = ([before, after]: Both, name: 'bodyBytes' | 'logBytes'): string => {
  const sizeIn = (traffic: readonly EndpointTraffic[], endpoint: string): number | undefined =>
    traffic.find((one) => one.endpoint === endpoint && one.calls > 0)?.[name];
  const pairs = after.traffic.flatMap((one) => {
    const old = sizeIn(before.traffic, one.endpoint);
    return old === undefined ? [] : [{ ...one, old, weight: one.calls * Math.abs(one[name] - old) }];
  });
  const [largest] = pairs.toSorted((a, b) => b.weight - a.weight);
  return largest ? `${largest.endpoint} from ${writeBytes(largest.old)} to ${writeBytes(largest[name])}` : '';
};

const callsOf = ({ calls, gatewayCalls }: EndpointUse): number => Math.max(calls, gatewayCalls);

const capacityOf = ({ use: { metered } }: Used): string => writeHours(metered?.capacityHours ?? 0);

const TEXTS: Readonly<Record<Cause['cause'], (both: Both) => string>> = {
  endpoints: describeEndpoints,
  days: (both) => change(both, ({ period }) => writeCount(period.days), ' days with requests'),
  hours: (both) => change(both, ({ period }) => writeHours(period.hours), ' h a day'),
  screens: (both) => change(both, ({ measured }) => writeNumber(measured.screens ?? 0)),
  refresh: (both) => change(both, ({ measured }) => writeSeconds(measured.refreshSeconds ?? 0)),
  requests: (both) => change(both, asked, ' requests, by more or fewer screens or another refresh'),
  failures: (both) => change(both, counted('refused'), ' refused requests'),
  sources: (both) => change(both, counted('sourceReads'), ' reads'),
  coldStarts: (both) => change(both, counted('coldCalls')),
  durations: (both) => change(both, ({ uses }) => meanMs(sumUses(uses, 'billedMs'), sumUses(uses, 'all')), ' a call'),
  bodies: (both) => ofBytes(both, 'bodyBytes'),
  logs: (both) => ofBytes(both, 'logBytes'),
  strangers: (both) =>
    change(both, ({ use }) => writeCount(callsOf(use.strangers)), ' requests for other addresses, or preflights'),
  sharedCache: (both) => change(both, ({ use: { metered } }) => writeCount(metered?.table?.reads ?? 0), ' units read'),
  database: ([before, after]) =>
    (before.use.metered?.capacityHours ?? after.use.metered?.capacityHours) === undefined
      ? 'as assumed for the days and hours of each month'
      : change([before, after], capacityOf, ' hours of a capacity unit'),
  other: (both) =>
    change(both, ({ use: { warmUps } }) => writeCount(warmUps.calls), ' warm-ups, calls without an end, and rounding'),
};

export const describeMonths = (amounts: readonly Pick<Cause, 'cause' | 'amount'>[], ...both: Both): readonly Cause[] =>
  amounts.map((one) => ({ ...one, text: TEXTS[one.cause](both) }));
