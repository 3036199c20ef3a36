import { METRICS_NAMESPACE } from '../../../shared/middleware/log-line.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { logicalName, type Resource } from '../template/template.ts';
import { FAILURES, refusalsOf } from './api-alarms.ts';
import { alarm, type WatchedStack } from './function-alarms.ts';

/** Returns the families with an endpoint that sends errors with status 200, which the gateway counts as successes. */
export const familiesThatHideErrors = (endpoints: readonly LoadedEndpoint[]): ReadonlySet<string> =>
  new Set(endpoints.filter(({ config }) => config.client?.errorsAsOk).map(({ family }) => family));

interface Metered {
  /** The beginning of the logical ids of the alarms. */
  readonly id: string;
  /** The beginning of the names of the alarms. */
  readonly name: string;
  readonly dimension: { readonly Name: string; readonly Value: string };
}

/** Returns the metrics that count hidden errors: those of each function, or those of the whole stack. */
const meteredIn = (
  { watch }: LoadedDashboard,
  stack: WatchedStack,
  families: ReadonlySet<string>,
): readonly Metered[] => {
  if (watch !== 'full') return [{ id: '', name: stack.name, dimension: { Name: 'stage', Value: stack.stage } }];
  return stack.functions
    .filter(({ family }) => families.has(family))
    .map(({ family, name }) => ({
      id: logicalName(family),
      name: `${stack.name}-${family}`,
      dimension: { Name: 'function', Value: name },
    }));
};

/** Creates alarms on errors that are sent with status 200, from the metrics of the functions' log lines. */
export const hiddenAlarms = (dashboard: LoadedDashboard, stack: WatchedStack): Readonly<Record<string, Resource>> => {
  const families = familiesThatHideErrors(dashboard.endpoints);
  if (families.size === 0) return {};
  const settings = {
    failures: { ...FAILURES, MetricName: 'failures' },
    refusals: { ...refusalsOf(dashboard), MetricName: 'refusals' },
  };
  return Object.fromEntries(
    meteredIn(dashboard, stack, families).flatMap(({ id, name, dimension }) =>
      Object.entries(settings).map(([metric, own]) => [
        `${id}Hidden${logicalName(metric)}Alarm`,
        alarm(stack.tags, {
          AlarmName: `${name}-hidden-${metric}`,
          Namespace: METRICS_NAMESPACE,
          Dimensions: [{ Name: 'dashboard', Value: dashboard.name }, dimension],
          Statistic: 'Sum',
          ...own,
        }),
      ]),
    ),
  );
};
