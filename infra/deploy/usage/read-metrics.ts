import type { Metered } from '../../cost/actual/log-use.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { functionNames } from '../../stack/function-name.ts';
import { callOperation } from '../aws/call-service.ts';
import { listResources, requireStack, type StackResource, stackAddressOf } from '../aws/stacks.ts';

export interface UsedStack {
  readonly region: string;
  readonly functions: readonly { readonly family: string; readonly name: string }[];
  readonly functionLogs: readonly string[];
  readonly accessLogs: readonly string[];
  readonly api: string | undefined;
  /** The table of the shared cache. */
  readonly table: string | undefined;
  readonly cluster: string | undefined;
}

const FUNCTION_LOG = /^\/aws\/lambda\//;

const idsOf = (resources: readonly StackResource[], kind: string): readonly string[] =>
  resources.filter(({ type }) => type === kind).map(({ id }) => id);

/** @throws Error if the dashboard has no stack. */
export const findUsedStack = async (dashboard: LoadedDashboard, stage: string): Promise<UsedStack> => {
  const address = stackAddressOf(dashboard, stage);
  await requireStack(address);
  const resources = await listResources(address);
  const logs = idsOf(resources, 'AWS::Logs::LogGroup');
  const names = new Set(idsOf(resources, 'AWS::Lambda::Function'));
  const families = [...new Set(dashboard.endpoints.map(({ family }) => family))];
  return {
    region: address.region,
    functions: families
      .map((family) => ({
        family,
        name: functionNames(dashboard, stage, family).find((name) => names.has(name)) ?? '',
      }))
      .filter(({ name }) => name !== ''),
    functionLogs: logs.filter((name) => FUNCTION_LOG.test(name)),
    accessLogs: logs.filter((name) => !FUNCTION_LOG.test(name)),
    api: idsOf(resources, 'AWS::ApiGatewayV2::Api')[0],
    table: idsOf(resources, 'AWS::DynamoDB::Table')[0],
    cluster: idsOf(resources, 'AWS::RDS::DBCluster')[0],
  };
};

const PERIOD_SECONDS = 300;
const OLD_PERIOD_SECONDS = 3600;
const HOUR_SECONDS = 3600;
const DAY_MS = 86_400_000;
/** Number of days for which CloudWatch keeps values of five minutes. It keeps values of an hour for 15 months. */
const FINE_DAYS = 63;

interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly stat?: 'Sum' | 'Average';
  readonly dimension: readonly [name: string, value: string];
}

interface MetricResult {
  readonly Id: string;
  readonly Timestamps?: readonly number[];
  readonly Values?: readonly number[];
  readonly StatusCode?: string;
}

interface Page {
  readonly MetricDataResults?: readonly MetricResult[];
  readonly NextToken?: string;
}

/** In milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

interface Point {
  readonly time: number;
  readonly value: number;
}

const queryOf = (
  { namespace, name, stat = 'Sum', dimension: [Name, Value] }: Metric,
  index: number,
  period: number,
) => ({
  Id: `m${index}`,
  MetricStat: {
    Metric: { Namespace: namespace, MetricName: name, Dimensions: [{ Name, Value }] },
    Period: period,
    Stat: stat,
  },
});

const pointsOf = ({ Timestamps = [], Values = [] }: MetricResult): readonly Point[] =>
  Timestamps.map((time, index) => ({ time: 1000 * time, value: Values[index] ?? 0 }));

const readPoints = async (
  region: string,
  metrics: Readonly<Record<string, Metric>>,
  { from, until }: TimeRange,
  period: number,
): Promise<ReadonlyMap<string, readonly Point[]>> => {
  const input = {
    StartTime: Math.floor(from / 1000 / period) * period,
    EndTime: Math.ceil(until / 1000 / period) * period,
    ScanBy: 'TimestampAscending',
    MetricDataQueries: Object.values(metrics).map((metric, index) => queryOf(metric, index, period)),
  };
  const points = Object.keys(metrics).map((name): [string, Point[]] => [name, []]);
  for (let NextToken: string | undefined = ''; NextToken !== undefined; ) {
    const asked = { ...input, ...(NextToken && { NextToken }) };
    const page: Page = await callOperation('monitoring', region, 'GetMetricData', asked);
    for (const result of page.MetricDataResults ?? [])
      points[Number(result.Id.slice(1))]?.[1].push(...pointsOf(result));
    NextToken = page.NextToken || undefined;
  }
  return new Map(points);
};

const metricsOf = ({ functions, api, table, cluster }: UsedStack): Readonly<Record<string, Metric>> => {
  const ofFunctions = functions.flatMap(({ family, name }) => {
    const own = { namespace: 'AWS/Lambda', dimension: ['FunctionName', name] as const };
    return [
      [`calls ${family}`, { ...own, name: 'Invocations' }],
      [`time ${family}`, { ...own, name: 'Duration' }],
    ];
  });
  const ofTable = { namespace: 'AWS/DynamoDB', dimension: ['TableName', table ?? ''] as const };
  const capacity = { namespace: 'AWS/RDS', name: 'ServerlessDatabaseCapacity', stat: 'Average' as const };
  return {
    ...Object.fromEntries(ofFunctions),
    ...(api && { gateway: { namespace: 'AWS/ApiGateway', name: 'Count', dimension: ['ApiId', api] } }),
    ...(table && {
      reads: { ...ofTable, name: 'ConsumedReadCapacityUnits' },
      writes: { ...ofTable, name: 'ConsumedWriteCapacityUnits' },
    }),
    ...(cluster && { capacity: { ...capacity, dimension: ['DBClusterIdentifier', cluster] } }),
  };
};

/** `part` is a part of the time range that was read. */
export type CountWithin = (part: TimeRange) => Metered;

export const readMetrics = async (stack: UsedStack, range: TimeRange): Promise<CountWithin> => {
  const isFine = Date.now() - range.from < FINE_DAYS * DAY_MS;
  const period = isFine ? PERIOD_SECONDS : OLD_PERIOD_SECONDS;
  const periodMs = 1000 * period;
  const points = await readPoints(stack.region, metricsOf(stack), range, period);
  return ({ from, until }) => {
    const within = (name: string): readonly Point[] =>
      (points.get(name) ?? []).filter(({ time }) => time + periodMs > from && time < until);
    const sum = (name: string): number => within(name).reduce((total, { value }) => total + value, 0);
    const called = stack.functions.flatMap(({ family }) => within(`calls ${family}`));
    const times = called.filter(({ value }) => value > 0).map(({ time }) => time);
    return {
      functions: new Map(
        stack.functions.map(({ family }) => [family, { calls: sum(`calls ${family}`), ms: sum(`time ${family}`) }]),
      ),
      gatewayCalls: sum('gateway'),
      ...(stack.table && { table: { reads: sum('reads'), writes: sum('writes') } }),
      ...(within('capacity').length > 0 && { capacityHours: (sum('capacity') * period) / HOUR_SECONDS }),
      times: [...new Set(times)].toSorted((a, b) => a - b),
      periodMs,
    };
  };
};
