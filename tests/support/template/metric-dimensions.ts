import { resolveIntrinsics, resourcesOf, type Template } from '../../../infra/stack/template/template.ts';
import { beginningOf, METRICS_NAMESPACE } from '../../../shared/middleware/log-line.ts';
import { type Fields, fields } from './statements.ts';

/**
 * The sets of dimensions with which AWS published metrics in November 2026, by namespace. An alarm on any other set never gets
 * a value. Those of Athena are reported, not documented: users found no metric with fewer than three dimensions.
 */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['ApiId', 'ApiId Stage', 'ApiId Method Resource Stage'],
  'AWS/Athena': ['QueryState QueryType WorkGroup'],
  'AWS/Lambda': ['', 'FunctionName', 'FunctionName Resource', 'ExecutedVersion FunctionName Resource'],
  'AWS/RDS': ['DBClusterIdentifier', 'DBInstanceIdentifier', 'DBClusterIdentifier Role', 'DatabaseClass', 'EngineName'],
};

/** Returns the dimensions of the metrics that functions write, with either setting of `watch`. */
const ownDimensions = (): readonly string[] =>
  (['full', 'basic'] as const).flatMap((watch) => {
    const { _aws } = JSON.parse(`${beginningOf(watch)}0}}`);
    return _aws.CloudWatchMetrics.flatMap(({ Dimensions }: { readonly Dimensions: readonly (readonly string[])[] }) =>
      Dimensions.map((names) => names.toSorted().join(' ')),
    );
  });

interface Metric {
  readonly place: string;
  readonly namespace: string;
  readonly dimensions: readonly string[];
}

const metricOf = (place: string, { Namespace, Dimensions = [] }: Fields): Metric => ({
  place,
  namespace: String(Namespace),
  dimensions: (Dimensions as readonly Fields[]).map(({ Name }) => String(Name)),
});

const alarmMetrics = ([id, { Properties = {} }]: readonly [
  string,
  { readonly Properties?: Fields },
]): readonly Metric[] => {
  const { Metrics = [], Namespace } = Properties;
  const inMetrics = (Metrics as readonly Fields[]).flatMap(({ MetricStat }) =>
    MetricStat === undefined ? [] : [metricOf(id, fields(fields(MetricStat).Metric))],
  );
  return Namespace === undefined ? inMetrics : [...inMetrics, metricOf(id, Properties)];
};

type WidgetMetric = readonly (string | Fields)[];

const widgetMetrics = (id: string, body: unknown): readonly Metric[] => {
  const { widgets } = JSON.parse(String(resolveIntrinsics(body, (name) => name)));
  return widgets.flatMap(
    ({ properties }: { readonly properties: { readonly title: string; readonly metrics: readonly WidgetMetric[] } }) =>
      properties.metrics.map((metric) => {
        const [namespace = '', , ...rest] = metric.filter((part) => typeof part === 'string');
        return {
          place: `${id}: ${properties.title}`,
          namespace,
          dimensions: rest.filter((_, index) => index % 2 === 0),
        };
      }),
  );
};

export const metricsIn = (template: Template): readonly Metric[] => [
  ...resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(alarmMetrics),
  ...resourcesOf(template, 'AWS::CloudWatch::Dashboard').flatMap(([id, { Properties }]) =>
    widgetMetrics(id, Properties?.DashboardBody),
  ),
];

/** Alarms and widgets whose metric nobody publishes, because it has other dimensions. */
export const findUnpublished = (template: Template): readonly string[] =>
  metricsIn(template).flatMap(({ place, namespace, dimensions }) => {
    const known = namespace === METRICS_NAMESPACE ? ownDimensions() : (PUBLISHED[namespace] ?? []);
    const found = dimensions.toSorted().join(' ');
    return known.includes(found) ? [] : [`${place}: ${namespace} has no metric with the dimensions ${found}`];
  });
