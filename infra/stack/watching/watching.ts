import { METRICS_NAMESPACE } from '../../../shared/middleware/log-line.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { logicalName, type Resource } from '../template/template.ts';
import { alarm, apiAlarms, FAILURES, functionAlarms, refusalsOf, slowAlarm, type WatchedStack } from './alarms.ts';

/** Errors with status 200 count as successes at the gateway. */
const familiesThatHideErrors = (endpoints: readonly LoadedEndpoint[]): ReadonlySet<string> =>
  new Set(endpoints.filter(({ config }) => config.client?.errorsAsOk).map(({ family }) => family));

interface Metered {
  readonly id: string;
  readonly name: string;
  readonly dimension: { readonly Name: string; readonly Value: string };
}

/** Returns metrics of each function, or of the whole stack. */
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
const hiddenAlarms = (dashboard: LoadedDashboard, stack: WatchedStack): Readonly<Record<string, Resource>> => {
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

interface MeteredStack extends Omit<WatchedStack, 'stage'> {
  readonly dashboard: string;
}

type Metric = readonly (string | Readonly<Record<string, unknown>>)[];

interface Widget {
  readonly title: string;
  readonly metrics: readonly Metric[];
}

const WIDGET_WIDTH = 12;
const WIDGET_HEIGHT = 6;
const WIDGETS_PER_ROW = 2;

const api = (title: string, name: string, stat: string): Widget => ({
  title,
  metrics: [['AWS/ApiGateway', name, 'ApiId', `\${HttpApi}`, { stat }]],
});

const perFunction = (title: string, names: readonly string[], stat: string, { functions }: MeteredStack): Widget => ({
  title,
  metrics: functions.flatMap(({ family, name }) =>
    names.map((metric) => {
      const label = names.length > 1 ? `${family} ${metric.toLowerCase()}` : family;
      return ['AWS/Lambda', metric, 'FunctionName', name, { stat, label }];
    }),
  ),
});

const counted = (title: string, metric: string, stat: string, { dashboard, functions }: MeteredStack): Widget => ({
  title,
  metrics: functions.map(({ family, name }) => [
    'Wallfeed',
    metric,
    'dashboard',
    dashboard,
    'function',
    name,
    { stat, label: family },
  ]),
});

const database: Widget = {
  title: 'Database: capacity units, 0 while it is paused',
  metrics: [['AWS/RDS', 'ServerlessDatabaseCapacity', 'DBClusterIdentifier', `\${Database}`, { stat: 'Average' }]],
};

const widgetsOf = (stack: MeteredStack): readonly Widget[] => [
  api('Requests', 'Count', 'Sum'),
  api('Responses with a server error', '5xx', 'Sum'),
  api('Responses with a client error', '4xx', 'Sum'),
  api('Time at the gateway, p99, ms', 'Latency', 'p99'),
  perFunction('Requests of each family', ['Invocations'], 'Sum', stack),
  counted('Responses of each family with a server error', 'failures', 'Sum', stack),
  counted('Responses of each family from its cache', 'cacheHits', 'Sum', stack),
  counted('Stale responses of each family while a source fails', 'staleAnswers', 'Sum', stack),
  counted('Time to a response of each family, median, ms', 'duration', 'p50', stack),
  counted('Time to a response of each family, p99, ms', 'duration', 'p99', stack),
  counted('Cold starts of each family', 'coldStarts', 'Sum', stack),
  perFunction('Billed time of each family, p99, ms', ['Duration'], 'p99', stack),
  perFunction('Crashes and throttles of each family', ['Errors', 'Throttles'], 'Sum', stack),
  ...(stack.hasDatabase ? [database] : []),
];

const place = ({ title, metrics }: Widget, index: number) => ({
  type: 'metric',
  x: (index % WIDGETS_PER_ROW) * WIDGET_WIDTH,
  y: Math.floor(index / WIDGETS_PER_ROW) * WIDGET_HEIGHT,
  width: WIDGET_WIDTH,
  height: WIDGET_HEIGHT,
  properties: { title, metrics, region: `\${AWS::Region}`, period: 300, view: 'timeSeries' },
});

export const metricsPage = (stack: MeteredStack): Readonly<Record<string, Resource>> => ({
  MetricsPage: {
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: {
      DashboardName: `${stack.name}-${stack.region}`,
      DashboardBody: { 'Fn::Sub': JSON.stringify({ widgets: widgetsOf(stack).map(place) }) },
      Tags: stack.tags,
    },
  },
});

export const alarmAddresses = ({ alarms, budget }: Pick<LoadedDashboard, 'alarms' | 'budget'>): readonly string[] => {
  const addresses = [alarms?.email, budget?.email].filter((address) => address !== undefined);
  return [...new Map(addresses.toReversed().map((address) => [address.toLowerCase(), address])).values()].toReversed();
};

type Resources = Readonly<Record<string, Resource>>;

const subscriptions = (dashboard: LoadedDashboard): Resources =>
  Object.fromEntries(
    alarmAddresses(dashboard).map((address, index) => [
      `AlarmSubscription${index === 0 ? '' : index + 1}`,
      {
        Type: 'AWS::SNS::Subscription',
        Properties: { TopicArn: { Ref: 'AlarmTopic' }, Protocol: 'email', Endpoint: address },
      },
    ]),
  );

const ofEachFunction = (dashboard: LoadedDashboard, stack: WatchedStack): Resources => ({
  ...Object.assign({}, ...stack.functions.map((one) => functionAlarms(stack.name, one, stack.tags))),
  ...metricsPage({ ...stack, dashboard: dashboard.name }),
});

/** Creates alarms, their subscriptions and the CloudWatch dashboard, as `watch` in the dashboard file requests. */
export const watchingResources = (dashboard: LoadedDashboard, stack: WatchedStack): Resources => {
  if (dashboard.watch === 'none') return {};
  return {
    ...apiAlarms(stack.name, dashboard, stack.tags),
    ...hiddenAlarms(dashboard, stack),
    ...stack.alarms,
    ...subscriptions(dashboard),
    ...(dashboard.watch === 'full' ? ofEachFunction(dashboard, stack) : slowAlarm(dashboard, stack)),
  };
};
