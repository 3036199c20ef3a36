import { compileQuery, type GroupedEvent } from './insights.ts';

export interface UsageMetric {
  readonly namespace: string;
  readonly name: string;
  readonly resource: string;
  readonly points: readonly { readonly time: number; readonly value: number }[];
}

export interface UsageCost {
  readonly day: string;
  readonly service: string;
  readonly amount: number;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Account {
  readonly groups: readonly string[];
  readonly events: readonly GroupedEvent[];
  /** Log lines before this time are deleted. */
  readonly keptSince?: number;
  readonly metrics: readonly UsageMetric[];
  readonly costs: readonly UsageCost[];
  readonly activeTags: readonly string[];
}

export interface Fault {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
}

const MAX_GROUPS = 50;
const MAX_ROWS = 10_000;
const MAX_METRICS = 500;
const POINTS_OF_A_PAGE = 2_000;
const FINE_DAYS = 63;
const DAY_MS = 86_400_000;

export class AwsFault extends Error {
  readonly status: number;

  constructor({ name, message, status = 400 }: Fault) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

export const refuse = (name: string, message: string): never => {
  throw new AwsFault({ name, message });
};

export interface QueryInput {
  readonly logGroupNames: readonly string[];
  readonly startTime: number;
  readonly endTime: number;
  readonly queryString: string;
  readonly limit?: number;
}

export interface MetricsInput {
  readonly StartTime: number;
  readonly EndTime: number;
  readonly NextToken?: string;
  readonly MetricDataQueries: readonly {
    readonly Id: string;
    readonly MetricStat: {
      readonly Metric: {
        readonly Namespace: string;
        readonly MetricName: string;
        readonly Dimensions: readonly { readonly Value: string }[];
      };
      readonly Period: number;
      readonly Stat: string;
    };
  }[];
}

export interface CostInput {
  readonly TimePeriod: { readonly Start: string; readonly End: string };
  readonly Filter: {
    readonly And: readonly { readonly Tags: { readonly Key: string; readonly Values: readonly string[] } }[];
  };
}

type Results = readonly object[][];

const known = new WeakMap<Account['events'], Map<string, Results>>();

const knownResults = (events: Account['events'], question: object, find: () => Results): Results => {
  const ofEvents = known.get(events) ?? new Map<string, Results>();
  const key = JSON.stringify(question);
  const results = ofEvents.get(key) ?? find();
  known.set(events, ofEvents.set(key, results));
  return results;
};

export const runQuery = (account: Account, input: QueryInput): Results => {
  const { logGroupNames, startTime, endTime, queryString, limit = MAX_ROWS } = input;
  if (logGroupNames.length > MAX_GROUPS || limit > MAX_ROWS)
    refuse('InvalidParameterException', '1 validation error detected');
  const missing = logGroupNames.find((name) => !account.groups.includes(name));
  if (missing)
    refuse('ResourceNotFoundException', `Log group '${missing}' does not exist for account ID '000000000000'`);
  const { keptSince = 0 } = account;
  if (endTime * 1000 < keptSince)
    refuse(
      'MalformedQueryException',
      "Query's end date and time is either before the log groups creation time or exceeds the log groups log retention settings",
    );
  const run = compileQuery(queryString);
  const from = Math.max(keptSince, startTime * 1000);
  const isAsked = ({ log, time }: GroupedEvent): boolean =>
    logGroupNames.includes(log) && time >= from && time < (endTime + 1) * 1000;
  return knownResults(account.events, { ...input, from }, () =>
    run(account.events.filter(isAsked))
      .slice(0, limit)
      .map((row) =>
        Array.from(row).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value: String(value) }])),
      ),
  );
};

/** Values of short periods are gone after 63 days. */
const valuesOf = (account: Account, query: MetricsInput['MetricDataQueries'][number], from: number, until: number) => {
  const { Metric, Period, Stat } = query.MetricStat;
  const metric = account.metrics.find(
    ({ namespace, name, resource }) =>
      namespace === Metric.Namespace && name === Metric.MetricName && resource === Metric.Dimensions[0]?.Value,
  );
  const oldest = Period % 3600 === 0 ? 0 : Date.now() - FINE_DAYS * DAY_MS;
  const inside = (metric?.points ?? []).filter(({ time }) => time >= Math.max(from, oldest) && time < until);
  const periods = Map.groupBy(inside, ({ time }) => Math.floor(time / 1000 / Period) * Period);
  return Array.from(periods, ([time, points]) => {
    const sum = points.reduce((total, { value }) => total + value, 0);
    return { time, value: Stat === 'Average' ? sum / points.length : sum };
  });
};

export const readMetrics = (
  account: Account,
  { StartTime, EndTime, NextToken, MetricDataQueries }: MetricsInput,
): object => {
  if (MetricDataQueries.length > MAX_METRICS || StartTime >= EndTime)
    refuse('InvalidParameterValue', 'The parameter StartTime must be less than the parameter EndTime.');
  const all = MetricDataQueries.flatMap((query) =>
    valuesOf(account, query, StartTime * 1000, EndTime * 1000).map((point) => ({ Id: query.Id, ...point })),
  );
  const start = Number(NextToken ?? 0);
  const end = start + POINTS_OF_A_PAGE;
  const page = Map.groupBy(all.slice(start, end), ({ Id }) => Id);
  return {
    MetricDataResults: MetricDataQueries.map(({ Id }) => ({
      Id,
      Label: Id,
      Timestamps: (page.get(Id) ?? []).map(({ time }) => time),
      Values: (page.get(Id) ?? []).map(({ value }) => value),
      StatusCode: end < all.length ? 'PartialData' : 'Complete',
    })),
    Messages: [],
    ...(end < all.length && { NextToken: String(end) }),
  };
};

const nextMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString().slice(0, 10);
};

export const readCosts = (
  { costs, activeTags }: Account,
  { TimePeriod: { Start, End }, Filter }: CostInput,
): object => {
  if (Start >= End) refuse('ValidationException', 'Start date (and hour) should be before end date (and hour)');
  if (End > nextMonth()) refuse('ValidationException', 'end date past the beginning of next month');
  const wanted = Filter.And.map(({ Tags }) => Tags);
  const found = costs.filter(
    ({ day, tags }) =>
      day >= Start &&
      day < End &&
      wanted.every(({ Key, Values }) => activeTags.includes(Key) && Values.includes(tags[Key] ?? '')),
  );
  const services = Map.groupBy(found, ({ service }) => service);
  return {
    GroupDefinitions: [{ Type: 'DIMENSION', Key: 'SERVICE' }],
    ResultsByTime: [
      {
        TimePeriod: { Start, End },
        Total: {},
        Groups: Array.from(services, ([service, own]) => {
          const Amount = String(own.reduce((sum, { amount }) => sum + amount, 0));
          return { Keys: [service], Metrics: { UnblendedCost: { Amount, Unit: 'USD' } } };
        }),
        Estimated: End >= nextMonth().slice(0, 8),
      },
    ],
    DimensionValueAttributes: [],
  };
};
