import { describe, expect, jest, test } from '@jest/globals';
import { resolveIntrinsics } from '../../../../infra/stack/template/template.ts';
import { metricsPage } from '../../../../infra/stack/watching/watching.ts';
import { logRequests } from '../../../../shared/middleware/log-requests.ts';
import type { InvocationContext } from '../../../../shared/middleware/request-context.ts';

const functions = ['pie', 'bar'].map((family) => ({ family, name: `wall-dev-${family}`, timeout: 10_000 }));

interface Widget {
  readonly x: number;
  readonly y: number;
  readonly properties: { readonly title: string; readonly metrics: readonly (readonly unknown[])[] };
}

const widgetsOf = (hasDatabase: boolean): readonly Widget[] => {
  const page = metricsPage({
    name: 'wallfeed-wall-dev',
    region: 'eu-west-1',
    dashboard: 'wall',
    functions,
    hasDatabase,
    tags: [],
  });
  const body = resolveIntrinsics(page.MetricsPage?.Properties?.DashboardBody, (name) => name);
  return JSON.parse(String(body)).widgets;
};

const metricsOf = (widgets: readonly Widget[]): readonly string[] =>
  widgets.flatMap(({ properties }) => properties.metrics.map((metric) => metric.slice(0, -1).join(' ')));

const logged = () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const context = { functionName: 'wall-dev-pie', awsRequestId: 'id' } as InvocationContext;
  const { requestStart, requestEnd } = logRequests({ dashboard: 'wall', watch: 'full' });
  requestStart({ context, response: undefined });
  requestEnd({ context, response: { statusCode: 200 } });
  const line = JSON.parse(String(write.mock.calls[0]?.[0]));
  write.mockRestore();
  return line;
};

describe('the CloudWatch dashboard of a stack', () => {
  test('the CloudWatch dashboard shows every metric of the log lines for each function, by the dimensions of the metric', () => {
    const line = logged();
    const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
    const dimensions = Dimensions[0].flatMap((name: string) => [name, line[name]]).join(' ');
    const shown = metricsOf(widgetsOf(false));
    expect(Metrics.length).toBeGreaterThan(2);
    for (const { Name } of Metrics) {
      expect(shown).toContain(`${Namespace} ${Name} ${dimensions}`);
      expect(shown).toContain(`${Namespace} ${Name} ${dimensions.replace('wall-dev-pie', 'wall-dev-bar')}`);
    }
    expect(new Set(shown.filter((metric) => metric.startsWith('Wallfeed'))).size).toBe(2 * Metrics.length);
  });

  test('the CloudWatch dashboard shows the median and the 99th percentile of durations', () => {
    const timed = widgetsOf(false).filter(({ properties }) => /Time to a response/.test(properties.title));
    expect(timed.map(({ properties }) => properties.metrics[0]?.at(-1))).toEqual([
      { stat: 'p50', label: 'pie' },
      { stat: 'p99', label: 'pie' },
    ]);
  });

  test('the CloudWatch dashboard shows the database if the stack has one', () => {
    const capacity = 'AWS/RDS ServerlessDatabaseCapacity DBClusterIdentifier Database';
    expect(metricsOf(widgetsOf(true))).toContain(capacity);
    expect(metricsOf(widgetsOf(false))).not.toContain(capacity);
  });

  test('the CloudWatch dashboard of a stack has no overlapping widgets', () => {
    const places = widgetsOf(true).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
  });
});
