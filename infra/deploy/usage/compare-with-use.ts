import { type AwsBill, type BilledTotal, totalBill } from '../../cost/actual/bill.ts';
import { compareMonths } from '../../cost/actual/compare-months.ts';
import type { Comparison } from '../../cost/actual/compare-use.ts';
import type { CountedDashboard } from '../../cost/actual/count-lines.ts';
import type { LogUse, Metered } from '../../cost/actual/log-use.ts';
import { compareDashboard, countedOf, countFiles, readMonth } from '../../cost/actual/read-actual.ts';
import type { CostInput } from '../../cost/estimate-dashboard.ts';
import { writeCount } from '../../cost/figures.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { type Partition, partitionOf } from '../../dashboard/head/region.ts';
import type { CommandFailure } from '../../terminal/fail.ts';
import { callOperation, explained, Refusal } from '../aws/call-service.ts';
import { Interrupted } from '../aws/interruption.ts';
import { stackAddressOf, withRegion } from '../aws/stacks.ts';
import { signIn } from '../sign-in.ts';
import { logUseOf } from './log-use-of.ts';
import { countByInsights } from './query-logs.ts';
import { type CountWithin, findUsedStack, readMetrics, type TimeRange } from './read-metrics.ts';

/** The use of a dashboard as AWS counted it, and sentences about questions that AWS did not answer. */
export interface Usage {
  readonly found: LogUse | { readonly metered: Metered };
  readonly notes: readonly string[];
}

const DAY_MS = 86_400_000;
/** The days for which serverless.yml keeps lines by default. */
const KEPT_DAYS = 14;
/** Maximum share of calls without a log line that causes no note: log lines arrive later than metrics. */
const MISSING_SHARE = 0.02;

const METRICS_ALONE =
  'CloudWatch’s metrics do not know endpoints: the calls of each function are divided among its endpoints as in the ' +
  'forecast, and bodies, log lines and reads of sources are those of the forecast.';

type Settled<Result> = { readonly value: Result } | { readonly refusal: string };

const settle = <Result>(doing: string, work: () => Promise<Result>): Promise<Settled<Result>> =>
  explained(doing, work).then(
    (value) => ({ value }),
    (error: Error) => {
      if (error instanceof Interrupted) throw error;
      return { refusal: `${error.message}.` };
    },
  );

const callsOf = ({ functions }: Metered): number => [...functions.values()].reduce((sum, { calls }) => sum + calls, 0);

/** Returns a sentence about calls without a log line, if there are many. The log keeps lines for some days only. */
const describeGap = (use: LogUse, all: number): readonly string[] => {
  const uses = [...use.endpoints.values(), use.strangers, use.warmUps];
  const logged = uses.reduce((sum, { calls }) => sum + calls, 0) + use.unfinished.calls;
  if (logged >= all * (1 - MISSING_SHARE)) return [];
  return [
    `CloudWatch counted ${writeCount(all)} calls of the functions in this time, and ${writeCount(logged)} of them have ` +
      'lines: only these count. `logDays: 35` keeps the lines of a whole month.',
  ];
};

/** Returns the time range to count: a month, or else the days for which the log keeps lines. */
const rangeOf = ({ from, until }: CountedDashboard, { logDays = KEPT_DAYS }: LoadedDashboard): TimeRange => {
  const now = Date.now();
  return { from: from ?? now - logDays * DAY_MS, until: Math.min(until ?? now, now) };
};

/**
 * Asks AWS what a deployed dashboard used: Logs Insights for the use of each endpoint, and CloudWatch's metrics for what
 * is in no log line. If only one of the two answers, uses that answer alone.
 * @throws Error if there is no stack, or if neither Logs Insights nor CloudWatch answers.
 */
export const readUsage = async (
  dashboard: LoadedDashboard,
  counted: CountedDashboard & { readonly stage: string },
): Promise<Usage> => {
  const { stage } = counted;
  const stack = await findUsedStack(dashboard, stage);
  const range = rangeOf(counted, dashboard);
  const metrics = await settle('reading the metrics of CloudWatch (cloudwatch:GetMetricData)', () =>
    readMetrics(stack, range),
  );
  const lines = await settle('counting log lines with Logs Insights (logs:StartQuery, logs:GetQueryResults)', () =>
    countByInsights({ stack, dashboard: dashboard.name, stage, ...range }),
  );
  const refusals = [lines, metrics].flatMap((one) => ('refusal' in one ? [one.refusal] : []));
  const count: CountWithin | undefined = 'value' in metrics ? metrics.value : undefined;
  const all = count?.(range);
  if ('value' in lines && lines.value.times.length > 0) {
    const found = logUseOf(lines.value, counted, count);
    return { found, notes: [...refusals, ...(all ? describeGap(found, callsOf(all)) : [])] };
  }
  if (all && callsOf(all) > 0) {
    const none = 'value' in lines ? ['The log has no line of a request in this time.'] : [];
    return { found: { metered: all }, notes: [...refusals, ...none, METRICS_ALONE] };
  }
  const nothing = `AWS has no request to the dashboard ${dashboard.name}, stage ${stage}, in this time`;
  throw new Error(refusals.length > 0 ? refusals.join(' ').replace(/\.$/, '') : nothing);
};

/**
 * The region in which Cost Explorer answers. GovCloud has none: AWS bills its costs to the standard account that a
 * GovCloud account belongs to.
 */
const REGIONS: Readonly<Partial<Record<Partition, string>>> = { aws: 'us-east-1', 'aws-cn': 'cn-northwest-1' };

interface CostPage {
  readonly ResultsByTime?: readonly {
    readonly Estimated?: boolean;
    readonly Groups?: readonly {
      readonly Keys: readonly string[];
      readonly Metrics: { readonly UnblendedCost: { readonly Amount: string; readonly Unit: string } };
    }[];
  }[];
  readonly NextPageToken?: string;
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** UTC days that contain the range. Leaves out days that have not begun. */
const daysOf = ({ from, until }: TimeRange): { readonly Start: string; readonly End: string } => {
  const tomorrow = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  return { Start: dateOf(from), End: dateOf(Math.min(tomorrow, Math.ceil(until / DAY_MS) * DAY_MS)) };
};

const readPages = async (region: string, input: object): Promise<readonly CostPage[]> => {
  const pages: CostPage[] = [];
  for (let NextPageToken: string | undefined = ''; NextPageToken !== undefined; ) {
    const asked = { ...input, ...(NextPageToken && { NextPageToken }) };
    const page: CostPage = await callOperation('ce', region, 'GetCostAndUsage', asked);
    pages.push(page);
    NextPageToken = page.NextPageToken;
  }
  return pages;
};

const tagged = (Key: string, value: string) => ({ Tags: { Key, Values: [value] } });

/**
 * Asks Cost Explorer what AWS billed for a stack, by its tags. AWS charges each request.
 * @throws Error with a sentence for the user.
 */
export const readBill = (dashboard: string, stage: string, region: string, range: TimeRange): Promise<AwsBill> =>
  explained('asking Cost Explorer for the bill (ce:GetCostAndUsage)', async () => {
    const own = REGIONS[partitionOf(region)];
    if (own === undefined)
      throw new Refusal('Cost Explorer has no bill of GovCloud: ask in the standard account that it belongs to');
    const days = daysOf(range);
    const pages = await readPages(own, {
      TimePeriod: days,
      Granularity: 'MONTHLY',
      Metrics: ['UnblendedCost'],
      Filter: { And: [tagged('dashboard', dashboard), tagged('stage', stage)] },
      GroupBy: [{ Type: 'DIMENSION', Key: 'SERVICE' }],
    });
    const results = pages.flatMap(({ ResultsByTime = [] }) => ResultsByTime);
    const groups = results.flatMap(({ Groups = [] }) => Groups);
    if (groups.length === 0)
      throw new Refusal(
        `Cost Explorer has no cost with the tags dashboard=${dashboard} and stage=${stage}: activate both tags as cost ` +
          'allocation tags of the account; they count from then on, and show after a day',
      );
    const services = Map.groupBy(groups, ({ Keys: [service = ''] }) => service);
    const amounts = Array.from(services, ([service, own]): [string, number] => [
      service,
      own.reduce((sum, { Metrics }) => sum + Number(Metrics.UnblendedCost.Amount), 0),
    ]);
    return {
      from: days.Start,
      until: days.End,
      currency: groups[0]?.Metrics.UnblendedCost.Unit ?? 'USD',
      services: Object.fromEntries(amounts),
      estimated: results.some(({ Estimated }) => Estimated),
    };
  });

export interface UseOptions {
  /** Files and folders of log lines; none to ask AWS. */
  readonly actual?: readonly string[] | undefined;
  readonly stage?: string | undefined;
  readonly month?: string | undefined;
  /** The month that `month` is compared with, in place of the forecast. */
  readonly against?: string | undefined;
  readonly bill: boolean;
}

export interface ComparedUse extends Comparison {
  readonly bill?: BilledTotal;
  readonly notes: readonly string[];
}

type Compared = Comparison & Pick<ComparedUse, 'notes'>;

const ofFiles = async (input: CostInput, options: UseOptions): Promise<Compared> => {
  const use = await countFiles(options.actual ?? [], countedOf(input.dashboard, options, input.prices));
  return { ...(await compareDashboard(input, use)), notes: [] };
};

const compareMonth = async (
  options: UseOptions,
  compareUse: (options: UseOptions) => Promise<Compared>,
): Promise<Compared> => {
  const after = await compareUse(options);
  if (options.against === undefined) return after;
  const before = await compareUse({ ...options, month: options.against });
  return { ...compareMonths(before, after), notes: [...new Set([...before.notes, ...after.notes])] };
};

const ofAws = async (input: CostInput, options: UseOptions, stage: string): Promise<Compared> => {
  const { found, notes } = await readUsage(input.dashboard, {
    ...countedOf(input.dashboard, options, input.prices),
    stage,
  });
  return { ...(await compareDashboard(input, found)), notes };
};

const addBill = async (
  compared: Compared,
  { dashboard }: CostInput,
  { month }: UseOptions,
  stage: string,
): Promise<ComparedUse> => {
  const { period, prices, notes } = compared;
  const days = { from: Date.parse(period.from), until: Date.parse(period.to) + 1 };
  const range = (month !== undefined && readMonth(month)) || days;
  try {
    const bill = await readBill(dashboard.name, stage, stackAddressOf(dashboard, stage).region, range);
    return { ...compared, bill: totalBill(bill, prices) };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { ...compared, notes: [...notes, `${(error as Error).message}.`] };
  }
};

/**
 * Reads the use from files of log lines, or asks AWS about a stage. Adds the bill of AWS if the options ask for it.
 * @param print receives what the user should know before AWS is asked.
 */
export const compareWithUse = async (
  input: CostInput,
  options: UseOptions,
  print: (text: string) => void,
): Promise<ComparedUse | CommandFailure> => {
  const { actual = [], stage, bill } = options;
  if (stage === undefined || (actual.length > 0 && !bill)) return compareMonth(options, (one) => ofFiles(input, one));
  const dashboard = await withRegion(input.dashboard);
  const signedIn = await signIn(dashboard, stage, print);
  if ('failure' in signedIn) return signedIn;
  const own = { ...input, dashboard };
  const compared = await compareMonth(options, (one) =>
    actual.length > 0 ? ofFiles(own, one) : ofAws(own, one, stage),
  );
  if (!bill) return compared;
  print('AWS charges 0.01 US dollars for this request to Cost Explorer');
  return addBill(compared, own, options, stage);
};
