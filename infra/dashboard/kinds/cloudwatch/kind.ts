import type { CloudWatchSource, MetricQuery } from '../../../../shared/kinds/cloudwatch/source.ts';
import { longestSpan } from '../../../../shared/kinds/key-pattern.ts';
import { type DefinitionProblem, isDefined } from '../../folder/definition-problem.ts';
import { parseDuration } from '../../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../../folder/fields.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { readLength } from '../../selection/read-selection.ts';
import { allow } from '../permission.ts';
import type { Key, SourceKind } from '../source-kind.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_QUERIES = 500;
const DEFAULT_PERIOD_MS = 5 * MINUTE_MS;

/** The shortest periods that CloudWatch still has of older values. */
const KEPT = [
  { days: 15, periodMs: MINUTE_MS, text: '1m' },
  { days: 63, periodMs: 5 * MINUTE_MS, text: '5m' },
  { days: Number.POSITIVE_INFINITY, periodMs: 60 * MINUTE_MS, text: '1h' },
];

const METRIC: Key = {
  if: { type: 'object' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    description: 'a map of `namespace`, `name`, `dimensions` and `stat`',
    type: 'object',
    required: ['namespace', 'name', 'stat'],
    additionalProperties: false,
    properties: {
      namespace: {
        description: 'a namespace, such as AWS/ApiGateway',
        examples: ['AWS/ApiGateway'],
        type: 'string',
        minLength: 1,
      },
      name: { description: 'the name of a metric, such as Count', examples: ['Count'], type: 'string', minLength: 1 },
      dimensions: {
        description: 'a map of up to 30 dimensions, such as `{ ApiId: a1b2c3 }`',
        examples: [{ ApiId: 'a1b2c3' }],
        type: 'object',
        maxProperties: 30,
        additionalProperties: { description: 'a text', type: 'string', minLength: 1 },
      },
      stat: {
        description: 'a statistic, such as Sum, Average or p95',
        examples: ['Sum'],
        type: 'string',
        minLength: 1,
      },
    },
  },
  else: {
    description: 'a map of `namespace`, `name`, `dimensions` and `stat`, or metric maths or a SEARCH',
    type: 'string',
    minLength: 1,
  },
};

const queryOf = (id: string, metric: unknown, periodSeconds: number): MetricQuery => {
  if (!hasFields(metric)) return { Id: id, Expression: String(metric), Period: periodSeconds };
  const { namespace, name, dimensions, stat } = metric;
  const Dimensions = Object.entries(asFields(dimensions)).map(([Name, Value]) => ({ Name, Value: String(Value) }));
  const Metric = { Namespace: String(namespace), MetricName: String(name), Dimensions };
  return { Id: id, MetricStat: { Metric, Period: periodSeconds, Stat: String(stat) } };
};

const periodProblems = (periodMs: number, { cloudwatch, window }: Fields, path: Path): readonly DefinitionProblem[] => {
  const at = { path: [...path, 'period'], ...(asFields(cloudwatch).period === undefined && { part: 'key' as const }) };
  if (periodMs % MINUTE_MS !== 0 || periodMs < MINUTE_MS)
    return [{ ...at, message: '`period` is no whole number of minutes', hint: 'write 1m, 5m or 1h, for example' }];
  const { last, atMost } = asFields(window);
  const [length, bound] = [readLength(last), parseDuration(atMost)];
  const span = longestSpan({
    ...(length !== undefined && { last: length }),
    ...(bound !== undefined && { atMost: bound }),
  });
  if (!Number.isFinite(span)) return [];
  const least = KEPT.find(({ days }) => span <= days * DAY_MS);
  if (!least || periodMs >= least.periodMs) return [];
  const message = '`period` is shorter than what CloudWatch keeps for the `window`';
  return [{ ...at, message, hint: `write \`period: ${least.text}\` or more, or shorten the \`window\`` }];
};

const ID = /^[a-z][A-Za-z0-9_]*$/;

const metricProblems = (metrics: Fields, path: Path): readonly DefinitionProblem[] => {
  const names = Object.keys(metrics);
  if (names.length > MAX_QUERIES) {
    const message = `\`metrics\` has ${names.length} entries, and CloudWatch takes at most ${MAX_QUERIES}`;
    return [{ path, part: 'key', message, hint: 'write a SEARCH, or several datasets' }];
  }
  return names
    .filter((name) => !ID.test(name))
    .map((name) => ({
      path: [...path, name],
      part: 'key',
      message: `${JSON.stringify(name)} cannot be the name of a metric`,
      hint: 'write a small letter and then letters, digits and underscores, because maths may use the name',
    }));
};

const checkCloudWatch: SourceKind['check'] = async (fields, path, { top, dashboard }) => {
  const below = [...path, 'cloudwatch'];
  const { region = top.region, metrics, period, newest } = asFields(fields.cloudwatch);
  const periodMs = period === undefined ? DEFAULT_PERIOD_MS : (parseDuration(period) ?? DEFAULT_PERIOD_MS);
  const hint = 'add `region`, such as eu-west-1, here or at the top of the file';
  const problems = [
    ...(region === undefined
      ? [{ path: below, part: 'key' as const, message: 'the metrics have no region', hint }]
      : []),
    ...periodProblems(periodMs, fields, below),
    ...metricProblems(asFields(metrics), [...below, 'metrics']),
  ];
  const columns = ['name', 'label', 'time', 'value'];
  const words = 'cloudwatch';
  if (typeof region !== 'string' || !hasFields(metrics) || !isDefined(problems)) return { problems, words, columns };
  const periodSeconds = periodMs / 1000;
  const source: CloudWatchSource = {
    source: 'cloudwatch',
    region,
    queries: Object.entries(metrics).map(([id, metric]) => queryOf(id, metric, periodSeconds)),
    periodSeconds,
    ...(newest === true && { hasNewest: true as const }),
    parameters: ['from', 'to'],
    local: `${dashboard}/cloudwatch/${String(path[1])}.csv`,
  };
  return { problems, words, source, columns };
};

/** Maximum number of statistics of a metric that a read gets for the price of one. */
const STATISTICS_OF_A_METRIC = 5;
/** Expressions that find their metrics themselves. Other expressions are made of named metrics, and are free. */
const FINDING = /\bSEARCH\s*\(|^\s*SELECT\b/i;

const countMetrics: SourceKind['price']['facts'] = ({ config }) => {
  const { queries } = config.source as CloudWatchSource;
  const named = queries.flatMap(({ MetricStat }) => (MetricStat ? [JSON.stringify(MetricStat.Metric)] : []));
  const statistics = Map.groupBy(named, (metric) => metric).values();
  return {
    requests: 0,
    metrics: {
      named: statistics.reduce((sum, { length }) => sum + Math.ceil(length / STATISTICS_OF_A_METRIC), 0),
      searches: queries.filter(({ Expression = '' }) => FINDING.test(Expression)).length,
    },
  };
};

export const kind: SourceKind = {
  name: 'cloudwatch',
  keys: {
    source: {
      title: 'Metrics of Amazon CloudWatch',
      description: 'a map of `metrics` and, if you like, `region`, `period` and `newest`',
      examples: [
        {
          region: 'eu-west-1',
          metrics: {
            count: { namespace: 'AWS/ApiGateway', name: 'Count', dimensions: { ApiId: 'a1b2c3' }, stat: 'Sum' },
          },
          period: '5m',
        },
      ],
      type: 'object',
      required: ['metrics'],
      additionalProperties: false,
      properties: {
        region: {
          description: 'an AWS region of the domain amazonaws.com, such as eu-west-1',
          examples: ['eu-west-1'],
          type: 'string',
          pattern: '^(af|ap|ca|eu|il|me|mx|sa|us)-(central|(north|south)?(east|west)?)-[0-9]$',
        },
        metrics: {
          description: 'a map from names, such as count, to metrics or metric maths',
          examples: [{ count: { namespace: 'AWS/ApiGateway', name: 'Count', stat: 'Sum' }, rate: 'count / 300' }],
          type: 'object',
          minProperties: 1,
          additionalProperties: METRIC,
        },
        period: { title: 'The time between two values', examples: ['5m'], default: '5m', $ref: '#/$defs/duration' },
        newest: {
          description: 'true to read the newest values, too, which are incomplete',
          examples: [true],
          type: 'boolean',
        },
      },
    },
  },
  isFile: false,
  isOfEndpoints: false,
  isBilled: false,
  isOfAccount: true,
  slots: {
    minMs: MINUTE_MS,
    defaultMs: MINUTE_MS,
    hint: 'write 1m or more: CloudWatch charges for each metric of a read',
  },
  check: checkCloudWatch,
  needs: { permissions: () => allow(['cloudwatch:GetMetricData'], ['*']) },
  price: { title: 'CloudWatch', noun: 'reads', line: 'metricRead', facts: countMetrics },
  docs: {
    rows: 'metrics of AWS services, or your own ones in CloudWatch',
    advice: 'a dataset with `cloudwatch`: all metrics in one read',
    form: 'a map of `metrics` and, if you like, `region`, `period` and `newest`: see [APIs over HTTP](http.md#cloudwatch)',
    example: '{ metrics: { count: { namespace: AWS/ApiGateway, name: Count, stat: Sum } } }',
    errors: ['SOURCE_DENIED', 'SOURCE_REFUSED', 'SOURCE_THROTTLED', 'SOURCE_TIMEOUT', 'SOURCE_TOO_LARGE'],
    limits: 'A read of CloudWatch has at most 500 metrics',
  },
};
