import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { collectGarbage } from '../../../shared/limits/collect-garbage.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Assumptions } from '../assumptions.ts';
import { readSourceOptions } from '../change-datasets.ts';
import { assume, type CostInput } from '../estimate-dashboard.ts';
import { createTraffic, type EndpointTraffic, type FunctionTraffic } from '../traffic.ts';
import { describeWall, HEADER_BYTES, type WallEndpoint } from '../wall.ts';
import { type Comparison, compareUse, scanUnitsOf } from './compare-use.ts';
import { type CountedDashboard, createLineCounter, nothing } from './count-lines.ts';
import { findLogFiles, readLogFile } from './log-events.ts';
import type { EndpointUse, LogUse, Metered } from './log-use.ts';
import { type Period, periodOf } from './measure-traffic.ts';

const MINUTE_MS = 60_000;

/** A share of what CloudWatch counted for the function, by the calls in the forecast. */
const useOf = (
  { calls, sourceReads, coldCalls, bodyBytes, logBytes, cacheSeconds, isShared }: EndpointTraffic,
  all: number,
  counted: { readonly calls: number; readonly ms: number },
): EndpointUse => {
  const share = all === 0 ? 0 : calls / all;
  const own = Math.round(counted.calls * share);
  const isAlways = cacheSeconds === 0 && !isShared;
  return {
    ...nothing(),
    calls: own,
    sourceReads: isAlways ? own : Math.min(own, sourceReads),
    coldCalls: Math.min(own, coldCalls),
    bytes: own * Math.max(0, bodyBytes - HEADER_BYTES),
    billedMs: counted.ms * share,
    logBytes: own * logBytes,
  };
};

const usesOf = ({ family, endpoints }: FunctionTraffic, { functions }: Metered) => {
  const all = endpoints.reduce((sum, { calls }) => sum + calls, 0);
  const counted = functions.get(family) ?? { calls: 0, ms: 0 };
  return endpoints.map((one) => [one.endpoint, useOf(one, all, counted)] as const);
};

/**
 * Returns the use of a dashboard by CloudWatch's metrics alone. The metrics do not know endpoints, so the calls of each
 * function are divided among its endpoints as in the forecast. Sizes of bodies and lines are those of the forecast.
 */
const useOfMetrics = (
  metered: Metered,
  wall: readonly WallEndpoint[],
  assumptions: Assumptions,
  periodFor: (times: Pick<LogUse, 'minutes' | 'from' | 'to'>) => Period,
): LogUse => {
  const { functions, gatewayCalls, times, periodMs } = metered;
  const minutes = times.map((time) => time / MINUTE_MS);
  const span = { minutes, from: times[0] ?? 0, to: (times.at(-1) ?? 0) + periodMs - 1 };
  const { hours, days } = periodFor(span);
  const traffic = createTraffic(wall, { ...assumptions, hoursADay: hours, daysAMonth: days });
  const calls = [...functions.values()].reduce((sum, one) => sum + one.calls, 0);
  return {
    endpoints: new Map(traffic.flatMap((one) => usesOf(one, metered))),
    strangers: { ...nothing(), gatewayCalls: Math.max(0, gatewayCalls - calls) },
    warmUps: nothing(),
    unfinished: { calls: 0, billedMs: 0 },
    lambdaBytes: 0,
    scans: { queries: 0, units: 0 },
    rhythms: [],
    ...span,
    stages: [],
    foreign: new Map(),
    skipped: { copies: 0, outside: 0, others: 0 },
    lines: 0,
    metered,
  };
};

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

interface LogChoice {
  readonly stage?: string | undefined;
  /** In UTC, such as `2026-10`. */
  readonly month?: string | undefined;
}

/** The first moments of the month and of the next month; undefined if the text is no month. */
export const readMonth = (text: string): { readonly from: number; readonly until: number } | undefined => {
  const [, year, month] = MONTH.exec(text) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return { from: Date.UTC(Number(year), Number(month) - 1), until: Date.UTC(Number(year), Number(month)) };
};

export const countedOf = (
  { name, endpoints }: Pick<LoadedDashboard, 'name' | 'endpoints'>,
  { stage, month }: LogChoice,
  prices: CostInput['prices'],
): CountedDashboard => ({
  name,
  endpoints: endpoints.map(({ slug, family, config }) => ({ slug, path: config.path ?? `/${family}/${slug}` })),
  stage,
  ...(month !== undefined && readMonth(month)),
  scanUnits: scanUnitsOf(prices),
});

const describeFound = ({ foreign, skipped, strangers, lines }: LogUse): string => {
  const found = [
    ...Array.from(foreign, ([name, count]) => `${pluralize(count, 'line')} of ${name}`),
    ...(skipped.outside > 0 ? [`${pluralize(skipped.outside, 'line')} outside the month`] : []),
    ...(strangers.gatewayCalls > 0 ? [`${pluralize(strangers.gatewayCalls, 'request')} for other addresses`] : []),
    ...(skipped.others > 0 ? [`${pluralize(skipped.others, 'line')} that no function, Lambda or gateway wrote`] : []),
  ];
  if (lines === 0) return 'no line at all';
  return found.length === 0 ? 'no line of a function' : found.join(', ');
};

const nameFiles = (files: readonly string[]): string =>
  files.length === 1 ? basename(files[0] ?? '') : `the log of ${pluralize(files.length, 'file')}`;

const isEmpty = ({ minutes }: LogUse): boolean => minutes.length === 0;

/** Lets the process collect its garbage earlier, so that 1 GB of lines needs little memory. */
const saveMemory = (): void => {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--max-semi-space-size=4');
  setFlagsFromString('--heap-growing-percent=10');
  collectGarbage();
};

export const countFiles = async (words: readonly string[], counted: CountedDashboard): Promise<LogUse> => {
  const files = await findLogFiles(words);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  saveMemory();
  const counter = createLineCounter(
    counted,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  for (const file of files) {
    await readLogFile(file, counter.count);
    counter.endFile();
  }
  const use = counter.result();
  if (!isEmpty(use)) return use;
  const stage = counted.stage === undefined ? '' : `, stage ${counted.stage}`;
  const month =
    counted.from === undefined ? '' : ` in ${new Date(counted.from).toISOString().slice(0, 'yyyy-mm'.length)}`;
  throw new Error(
    `--actual: ${nameFiles(files)} has no line of a request to the dashboard ${counted.name}${stage}${month}: it has ${describeFound(use)}`,
  );
};

/** @param found the use by log lines, or by CloudWatch's metrics alone. */
export const compareDashboard = async (
  input: CostInput,
  found: LogUse | { readonly metered: Metered },
): Promise<Comparison> => {
  const { dashboard, options, prices, bodies } = input;
  const wall = readSourceOptions(options)(await describeWall(dashboard, bodies, options));
  const assumptions = assume(dashboard, options);
  const periodFor = (times: Parameters<typeof periodOf>[0]): Period => periodOf(times, assumptions, dashboard.timezone);
  const use = 'endpoints' in found ? found : useOfMetrics(found.metered, wall, assumptions, periodFor);
  return compareUse({ wall, assumptions, prices, period: periodFor(use), use });
};
