import type { DashboardConfig } from '../config/dashboard-config.ts';
import { asciiName } from '../promises/broken-names.ts';
import { METRICS_NAMESPACE } from './log-line.ts';
import type { Log } from './log-requests.ts';

/** The time for which one line of an environment counts. The alarms of the stack have the same period. */
const SPAN_MS = 5 * 60_000;

export interface Counts {
  readonly asked: number;
  readonly cacheFailures: number;
  readonly unsent: number;
}

export interface PromiseMetrics {
  readonly writePromise: (name: string, isBroken: boolean) => void;
  readonly count: (counts: Partial<Counts>) => void;
}

/**
 * Creates the writer of metrics. A line is written only if it says something new, or once in the time of a period, so
 * that lines cost little.
 */
export const createPromiseMetrics = (
  { dashboard, watch }: Pick<DashboardConfig, 'dashboard' | 'watch'>,
  stage: string,
  log: Log,
): PromiseMetrics => {
  const last = new Map<string, string>();
  const write = (dimensions: object, values: object): void => {
    const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: 'Count' }));
    const metric = { Namespace: METRICS_NAMESPACE, Dimensions: [Object.keys(dimensions)], Metrics };
    const head = { CloudWatchMetrics: [metric], Timestamp: Date.now() };
    if (watch !== 'none') log(`${JSON.stringify({ _aws: head, ...dimensions, ...values })}\n`);
  };
  const isNew = (key: string, value: string): boolean => {
    const said = `${value} ${Math.floor(Date.now() / SPAN_MS)}`;
    if (last.get(key) === said) return false;
    last.set(key, said);
    return true;
  };
  return {
    writePromise: (name, isBroken) => {
      const broken = Number(isBroken);
      if (isNew(name, String(broken))) write({ dashboard, stage, promise: asciiName(name) }, { broken });
    },
    count: ({ asked, ...failures }) => {
      const counted = Object.fromEntries(Object.entries(failures).filter(([, count]) => count > 0));
      const isAsked = asked !== undefined && isNew('', String(asked > 0));
      const values = { ...(isAsked && { asked }), ...counted };
      if (Object.keys(values).length > 0) write({ dashboard, stage }, values);
    },
  };
};
