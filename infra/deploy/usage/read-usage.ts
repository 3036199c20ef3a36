import type { CountedDashboard } from '../../cost/actual/count-lines.ts';
import type { LogUse, Metered } from '../../cost/actual/log-use.ts';
import { writeCount } from '../../cost/figures.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { explained } from '../aws/explain-error.ts';
import { Interrupted } from '../aws/interruption.ts';
import { logUseOf } from './log-use-of.ts';
import { countByInsights } from './query-logs.ts';
import { type CountWithin, findUsedStack, readMetrics, type TimeRange } from './read-metrics.ts';

/** The use of a dashboard as AWS counted it, and sentences about questions that AWS did not answer. */
export interface Usage {
  /** The use by log lines, or by CloudWatch's metrics alone. */
  readonly found: LogUse | { readonly metered: Metered };
  readonly notes: readonly string[];
}

const DAY_MS = 86_400_000;
/** The days for which serverless.yml keeps lines by default. */
const KEPT_DAYS = 14;
/** The share of the calls that may lack a line: lines arrive later than metrics. */
const MISSING_SHARE = 0.02;

const METRICS_ALONE =
  'CloudWatch’s metrics do not know endpoints: the calls of each function are divided among its endpoints as in the ' +
  'forecast, and bodies, log lines and reads of sources are those of the forecast.';

/** A result, or the sentence that says why AWS refused it. */
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

/** Says how many calls have no line, because the log keeps lines for some days only. */
const describeGap = (use: LogUse, all: number): readonly string[] => {
  const uses = [...use.endpoints.values(), use.strangers, use.warmUps];
  const logged = uses.reduce((sum, { calls }) => sum + calls, 0) + use.unfinished.calls;
  if (logged >= all * (1 - MISSING_SHARE)) return [];
  return [
    `CloudWatch counted ${writeCount(all)} calls of the functions in this time, and ${writeCount(logged)} of them have ` +
      'lines: only these count. `logDays: 35` keeps the lines of a whole month.',
  ];
};

/** Returns the time that counts: a month, or else the days for which the log keeps lines. */
const rangeOf = ({ from, until }: CountedDashboard, { logDays = KEPT_DAYS }: LoadedDashboard): TimeRange => {
  const now = Date.now();
  return { from: from ?? now - logDays * DAY_MS, until: Math.min(until ?? now, now) };
};

/**
 * Asks AWS what a deployed dashboard used: Logs Insights by endpoint, and CloudWatch's metrics for what lines do not hold.
 * If only one of them answers, its answer counts.
 * @throws Error if there is no stack, or if neither answers.
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
