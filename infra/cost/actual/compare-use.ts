import type { Assumptions } from '../assumptions.ts';
import { BILL_PARTS, type BillParts, billParts, createEstimate, type Estimate } from '../create-estimate.ts';
import { priceEndpoint } from '../price-endpoint.ts';
import { addMoney, meteredUnits, type PriceList, priceOf, priceTime, roundMoney } from '../price-list.ts';
import { createTraffic, type EndpointTraffic } from '../traffic.ts';
import { HEADER_BYTES, type WallEndpoint } from '../wall.ts';
import {
  addRequests,
  addUnfinished,
  type Bill,
  datasetCost,
  FIXED,
  fixedParts,
  partsOf,
  putTable,
  toBill,
} from './bill.ts';
import { type Cause, describeCauses, type ForecastCause, fitOptions } from './describe-causes.ts';
import type { EndpointUse, LogUse, Metered } from './log-use.ts';
import { type MeasuredTraffic, measureTraffic, type Period } from './measure-traffic.ts';
import {
  completeStrangers,
  completeUses,
  type FullUse,
  putBodies,
  putCalls,
  putFailures,
  putLogs,
  putSources,
  putStarts,
  readsOfStarts,
} from './put-in-measured.ts';

export interface ComponentUse {
  readonly calls: number;
  readonly sourceCalls: number;
  readonly coldCalls: number;
  readonly bytes: number;
  readonly billedMs: number;
  readonly total: number;
}

export interface Used {
  readonly period: Period;
  readonly measured: MeasuredTraffic;
  readonly assumptions: Assumptions;
  readonly traffic: readonly EndpointTraffic[];
  readonly uses: ReadonlyMap<string, FullUse>;
  /** Datasets, and what is paid by the month or the hour. */
  readonly rest: BillParts;
  readonly strangers: FullUse;
  readonly use: LogUse;
  /** The rows in the table of the shared cache are a part of datasets. */
  readonly ofRows: number;
}

export interface Comparison {
  readonly prices: PriceList;
  readonly period: Period;
  readonly forecast: Bill;
  readonly actual: Bill;
  readonly difference: number;
  readonly causes: readonly Cause[];
  readonly components: readonly {
    readonly endpoint: string;
    readonly forecast: ComponentUse;
    readonly actual: ComponentUse;
  }[];
  /** Copied from the forecast, because no line of the log counts these parts. */
  readonly assumed: readonly (keyof BillParts)[];
  readonly fit: Readonly<Record<string, string>>;
  readonly use: LogUse;
  readonly used: Used;
}

export interface ComparisonInput {
  readonly wall: readonly WallEndpoint[];
  readonly assumptions: Assumptions;
  readonly prices: PriceList;
  readonly period: Period;
  readonly use: LogUse;
}

const SECONDS_PER_HOUR = 3600;

const OF_LINES = ['source', 'logs', 'egress'] as const;

export const secondsOf = (uses: Iterable<Pick<EndpointUse, 'billedMs'>>): number =>
  Array.from(uses).reduce((sum, { billedMs }) => sum + billedMs, 0) / 1000;

/**
 * Returns the wall with the refresh of each endpoint that leads to the counted calls. Endpoints without calls stay
 * unchanged.
 */
const withRefresh = (wall: readonly WallEndpoint[], uses: ReadonlyMap<string, FullUse>, screenSeconds: number) =>
  wall.map((one) => {
    const { all = 0, refused = 0 } = uses.get(one.endpoint) ?? {};
    const calls = all - refused;
    return calls === 0 ? one : { ...one, refreshSeconds: Math.max(0.001, screenSeconds / calls) };
  });

/** Each bill has one more measured input than the bill before it. */
interface Steps {
  readonly base: Estimate;
  readonly bills: readonly (readonly [ForecastCause, BillParts])[];
  readonly used: Used;
  readonly lifeSeconds: number;
  readonly isScanCounted: boolean;
}

export interface MeteredParts {
  readonly table?: Metered['table'] | undefined;
  readonly capacityHours?: number | undefined;
  readonly ofRows: number;
}

export const meteredSteps = (
  parts: BillParts,
  { table, capacityHours, ofRows }: MeteredParts,
  prices: PriceList,
): readonly (readonly ['sharedCache' | 'database', BillParts])[] => {
  const cached = table ? putTable(parts, ofRows, table, prices) : parts;
  const database = roundMoney(priceOf(prices, 'capacity', capacityHours ?? 0));
  return [
    ...(table ? ([['sharedCache', cached]] as const) : []),
    ...(capacityHours === undefined ? [] : ([['database', { ...cached, database }]] as const)),
  ];
};

const takeSteps = (input: ComparisonInput, uses: ReadonlyMap<string, FullUse>): Steps => {
  const { wall, prices, period, use } = input;
  const planned = { ...input.assumptions, hoursADay: period.forecastHours, daysAMonth: period.days };
  const open = { ...planned, hoursADay: period.hours };
  const openSeconds = period.hours * SECONDS_PER_HOUR * period.days;
  const measured = measureTraffic(use, planned, openSeconds);
  const shown = { ...open, screens: measured.screens ?? open.screens };
  const refreshed = withRefresh(wall, uses, openSeconds * shown.screens);

  const base = createEstimate(wall, planned, prices);
  const fixed = fixedParts(billParts(base), period.months);
  const estimateParts = (estimate: Estimate): BillParts => ({ ...billParts(estimate), ...fixed });
  const last = createEstimate(refreshed, shown, prices);
  const isScanCounted = use.scans.queries > 0;
  const rest = estimateParts(last);
  const partsFor = (traffic: readonly EndpointTraffic[], others: BillParts, seconds?: number): BillParts =>
    partsOf(traffic, { assumptions: shown, prices }, others, seconds);

  const asked = putCalls(
    createTraffic(refreshed, shown).flatMap(({ endpoints }) => endpoints),
    uses,
  );
  const failing = putFailures(asked, uses);
  const { reads, lifeSeconds } = readsOfStarts(refreshed, shown, uses);
  const reading = putSources(failing, uses, reads);
  const starting = putStarts(reading, uses);
  const sized = putBodies(starting, uses);
  const logged = putLogs(sized, uses);
  const waits = addMoney(last.datasets.map(({ compute }) => compute));
  const datasets = datasetCost(last, use, prices, isScanCounted);
  const counted = { ...rest, datasets: addMoney([datasets, waits]) };
  const timed = { ...rest, datasets };
  const seconds = secondsOf(uses.values());
  const strange = completeStrangers(use.strangers);
  const known = partsFor(logged, timed, seconds);
  const strangers = addRequests(known, strange, input);
  const used: Used = {
    period,
    measured,
    assumptions: shown,
    traffic: logged,
    uses,
    rest: timed,
    strangers: strange,
    use,
    ofRows: addMoney(last.datasets.map(({ sharedCache }) => sharedCache)),
  };
  return {
    base,
    bills: [
      ['hours', estimateParts(createEstimate(wall, open, prices))],
      ...(measured.screens === undefined
        ? ([['requests', partsFor(asked, rest)]] as const)
        : ([
            ['screens', estimateParts(createEstimate(wall, shown, prices))],
            ['refresh', partsFor(asked, rest)],
          ] as const)),
      ['failures', partsFor(failing, rest)],
      ['sources', partsFor(reading, counted)],
      ['coldStarts', partsFor(starting, counted)],
      ['durations', partsFor(starting, timed, seconds)],
      ['bodies', partsFor(sized, timed, seconds)],
      ['logs', known],
      ['strangers', strangers],
      ...meteredSteps(strangers, { ...use.metered, ofRows: used.ofRows }, prices),
    ],
    used,
    lifeSeconds,
    isScanCounted,
  };
};

const componentsOf = (
  { base, used: { traffic, uses } }: Steps,
  { assumptions, prices }: ComparisonInput,
): Comparison['components'] =>
  base.endpoints.map(({ endpoint, calls, sourceCalls, coldCalls, bodyBytes, compute, total }) => {
    const forecast = { calls, sourceCalls, coldCalls, bytes: Math.round(calls * bodyBytes), total };
    const unit = priceTime(1, assumptions, prices);
    const use = uses.get(endpoint);
    const cost = traffic.flatMap((one) => (one.endpoint === endpoint ? [priceEndpoint(one, assumptions, prices)] : []));
    const billedMs = use?.billedMs ?? 0;
    const computed = roundMoney(priceTime(billedMs / 1000, assumptions, prices));
    const [known] = cost;
    return {
      endpoint,
      forecast: { ...forecast, billedMs: unit === 0 ? 0 : Math.round((1000 * compute) / unit) },
      actual: {
        calls: use?.all ?? 0,
        sourceCalls: known?.sourceCalls ?? 0,
        coldCalls: use?.coldCalls ?? 0,
        bytes: Math.round((use?.bytes ?? 0) + (use?.all ?? 0) * HEADER_BYTES),
        billedMs: Math.round(billedMs),
        total: known ? addMoney([known.total, -known.compute, computed]) : 0,
      },
    };
  });

/**
 * Compares the use that a log counts with the forecast for the same days. Replaces the inputs of the forecast by
 * measured inputs, one after the other. The amount of each cause is the change of the bill at its step.
 */
export const compareUse = (input: ComparisonInput): Comparison => {
  const { wall, period, use, prices } = input;
  const uses = completeUses(wall, use);
  const steps = takeSteps(input, uses);
  const forecast = toBill({ ...billParts(steps.base), ...fixedParts(billParts(steps.base), period.months) });
  const bills = [
    ['forecast', forecast] as const,
    ...steps.bills.map(([cause, parts]) => [cause, toBill(parts)] as const),
  ];
  const [, last] = bills.at(-1) as (typeof bills)[number];
  const actual = toBill(addUnfinished(last.parts, input, use));
  const amounts = bills.slice(1).map(([cause, { total }], index) => ({
    cause: cause as ForecastCause,
    amount: addMoney([total, -(bills[index]?.[1].total ?? 0)]),
  }));
  const other = { cause: 'other' as const, amount: addMoney([actual.total, -last.total]) };
  const facts = { ...input, ...steps, ...steps.used, assumptions: input.assumptions };
  const isAssumed = (part: keyof BillParts): boolean =>
    ((FIXED as readonly string[]).includes(part) &&
      !(part === 'database' && use.metered?.capacityHours !== undefined)) ||
    (part === 'sharedCache' && !use.metered?.table) ||
    (part === 'datasets' && !steps.isScanCounted) ||
    (use.lines === 0 && (OF_LINES as readonly string[]).includes(part));
  return {
    prices,
    period,
    forecast,
    actual,
    difference: addMoney([actual.total, -forecast.total]),
    causes: describeCauses([...amounts, other], facts),
    components: componentsOf(steps, input),
    assumed: BILL_PARTS.filter((part) => isAssumed(part) && actual.parts[part] > 0),
    fit: fitOptions(facts),
    use,
    used: steps.used,
  };
};

export const scanUnitsOf =
  (prices: PriceList): ((bytes: number) => number) =>
  (bytes) =>
    meteredUnits(prices, 'scan', bytes);
