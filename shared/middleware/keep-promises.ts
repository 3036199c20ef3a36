import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createDeadline } from '../aws/deadline.ts';
import { isPresent } from '../cache/variants.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import type { PromiseSettings, Promises } from '../config/promises.ts';
import { partsOf } from '../config/sources.ts';
import { causeName } from '../errors/cause-name.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import { asciiName, type BrokenPromise, writeFound } from '../promises/broken-names.ts';
import type { Facts, SourceFacts } from '../promises/finding.ts';
import {
  counts,
  EMPTY_BOOK,
  type Judged,
  type JudgedSource,
  type PromiseBook,
  stepBook,
} from '../promises/promise-states.ts';
import { factsOfRows, type RowsReading } from '../promises/rows-facts.ts';
import { factsOfTables } from '../promises/typed-facts.ts';
import { type Clock, isOpen } from '../promises/zone-time.ts';
import { formatOf } from '../sources/bind-table.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import { createPromiseTable } from '../telling/promise-table.ts';
import { type Settlement, settle } from '../telling/settle.ts';
import type { Log } from './log-requests.ts';
import { createPromiseMetrics } from './promise-metrics.ts';
import {
  type AnyContext,
  type DataRequest,
  type Hook,
  type HttpResponse,
  type NumberParameter,
  resultOf,
  type SentContext,
} from './request-context.ts';
import { createTiming, requestTimes } from './timing.ts';

/** Limit for writing down a change and for sending its message. */
const SETTLE_MS = 3_000;
const PAUSE_AFTER_FAILURE_MS = 10_000;

interface PromisedSource {
  readonly name: string;
  readonly promises: Promises;
  /** The rows are those of a dataset, of which a response may show less. */
  readonly isDataset: boolean;
  /** The rows come from a query or an API, not from files of a bucket. */
  readonly isUndated: boolean;
}

const sourcesOf = (endpoints: readonly Endpoint[], { datasets = {} }: DashboardConfig) =>
  new Map(
    endpoints.map(({ slug, tables, expect }) => {
      const names = Object.values(tables)
        .flatMap(partsOf)
        .map((part) => (part.source === 'dataset' ? part.dataset : ''));
      const ofDatasets = [...new Set(names)].flatMap((name): readonly PromisedSource[] => {
        const { expect: promises, source } = datasets[name] ?? {};
        return promises ? [{ name, promises, isDataset: true, isUndated: source?.key === undefined }] : [];
      });
      return [
        slug,
        [...ofDatasets, ...(expect ? [{ name: slug, promises: expect, isDataset: false, isUndated: false }] : [])],
      ] as const;
    }),
  );

/** Looks once at rows that stay the same. */
const createFactsOfRows = ({ datasets = {}, timezone }: DashboardConfig) => {
  const known = new WeakMap<ColumnRows, SourceFacts>();
  return (name: string, rows: ColumnRows, at: number): SourceFacts | undefined => {
    const dataset = datasets[name];
    if (!dataset?.expect) return undefined;
    const before = known.get(rows);
    if (before) return before;
    const { blank } = dataset.source;
    const reading: RowsReading = { cells: { ...formatOf(dataset.source), ...(blank && { blank }) }, timezone };
    const facts = factsOfRows(rows, dataset.expect, reading, at);
    known.set(rows, facts);
    return facts;
  };
};

/** The endpoint and its parameters are known. */
export type Ask = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/** Window for which a schedule asks. No promise depends on it. */
const TIME_PERIOD = 60;

const numberOf = (value: number): NumberParameter => ({ text: String(value), value });

const contextOf = (endpoint: Endpoint, context: Context): Context => {
  const request: DataRequest = { currentTime: numberOf(Date.now()), timePeriod: numberOf(TIME_PERIOD), token: '' };
  const timing = createTiming(requestTimes(context, performance.now()));
  return Object.assign({ ...context }, { endpoint, request, timing, rowsRead: 0 });
};

const namesOf = (broken: readonly BrokenPromise[]): readonly string[] => broken.map(({ name }) => asciiName(name));

const NO_EVENT = { headers: {} } as APIGatewayProxyEventV2;

const INTERVAL_MS = 60_000;

const kept = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => undefined, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};

/** Says what was found, without a cell that the response may not show. */
const foundIn = ({ name, finding, state }: Judged, isDataset: boolean, newest: number | undefined): BrokenPromise => ({
  name,
  ...(!state.isOlder && { since: state.since }),
  ...(finding && { finding: { ...finding, ...(isDataset && finding.cell !== undefined && { cell: '…' }) } }),
  ...(newest !== undefined && { newest }),
});

export interface PromiseOptions {
  readonly config: DashboardConfig & { readonly promises: PromiseSettings };
  readonly endpoints: readonly Endpoint[];
  readonly log: Log;
}

export const keepPromises = ({ config, endpoints, log }: PromiseOptions) => {
  const { dashboard, timezone, promises: settings } = config;
  const { hours, language, ask, countsRequests } = settings;
  const { WALLFEED_STAGE: stage = 'local', WALLFEED_CACHE_TABLE = '', WALLFEED_TOPICS = '' } = process.env;
  const settlement: Settlement = {
    table: createPromiseTable(WALLFEED_CACHE_TABLE),
    topics: WALLFEED_TOPICS.split(' ').filter(Boolean),
    origin: { dashboard, stage },
    language,
  };
  const metrics = createPromiseMetrics(config, stage, log);
  const bySlug = sourcesOf(endpoints, config);
  const factsOf = createFactsOfRows(config);
  const latest = new Map<string, SourceFacts>();
  let book: PromiseBook | undefined;
  let skippedUntil = 0;

  const keep = (name: string, facts: SourceFacts | undefined): void => {
    if (facts && facts.at >= (latest.get(name)?.at ?? 0)) latest.set(name, facts);
  };

  const onRows = (name: string, rows: ColumnRows, at: number): void => keep(name, factsOf(name, rows, at));

  const clockNow = (): Clock => ({ now: Date.now(), timezone });

  const judgedNow = <Source extends PromisedSource>(
    sources: readonly Source[],
    clock: Clock,
  ): readonly (Source & JudgedSource)[] => {
    const isWallOpen = isOpen(hours, clock);
    return sources
      .filter(({ promises }) => promises.always ?? isWallOpen)
      .map((one) => ({ ...one, facts: latest.get(one.name) }));
  };

  /** Writes a change down, and tells of it. Never throws, because a response does not depend on it. */
  const tell = async (sources: readonly JudgedSource[], clock: Clock) => {
    if (WALLFEED_CACHE_TABLE === '' || performance.now() < skippedUntil) return undefined;
    try {
      const settled = await settle(settlement, sources, clock, createDeadline(performance.now() + SETTLE_MS));
      book = settled.book;
      metrics.count({ unsent: settled.unsent });
      return settled.step;
    } catch (error) {
      skippedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
      metrics.count({ unsent: 1 });
      console.error(JSON.stringify({ promises: 'not written down', cause: causeName(error) }));
      return undefined;
    }
  };

  /** Returns the promises that are broken. */
  const report = (
    judged: readonly Judged[],
    sources: readonly (PromisedSource & JudgedSource)[],
    now: number,
  ): readonly BrokenPromise[] =>
    judged.flatMap((one) => {
      const source = sources.find(({ name }) => one.name.startsWith(`${name}.`));
      const isBroken = source !== undefined && counts(one, source.promises, now);
      metrics.writePromise(one.name, isBroken);
      if (!isBroken) return [];
      const newest = book?.sources[source.name]?.newest ?? source.facts?.newest;
      return [foundIn(one, source.isDataset, newest)];
    });

  /** Calls a service only if the environment sees a change. */
  const judgeResponse = async (slug: string): Promise<readonly BrokenPromise[]> => {
    const clock = clockNow();
    const sources = judgedNow(bySlug.get(slug) ?? [], clock);
    if (sources.length === 0) return [];
    const step = stepBook(book ?? EMPTY_BOOK, sources, clock, language);
    const { judged } = (step.hasChanged && (await tell(sources, clock))) || step;
    return report(judged, sources, clock.now);
  };

  /**
   * Adds the facts about the rows of a new body to the body, so that all environments that serve it know them. The
   * newest row of a query counts as the time of its last change.
   */
  const attach: Hook<SentContext> = (request) => {
    const { endpoint, request: asked } = request.context;
    const result = resultOf(request);
    const sources = bySlug.get(endpoint.slug) ?? [];
    if (sources.length === 0 || result.state === 'revalidated') return;
    const { expect, slug, dependsOn, cache } = endpoint;
    const isNow = !dependsOn.time || isPresent(asked.currentTime.value, Date.now(), cache?.ttl ?? 0);
    if (!isNow) return;
    if (expect && result.from) keep(slug, factsOfTables(result.from.typed, expect, result.askedAt.wall));
    const facts = sources.flatMap(({ name }) => {
      const known = latest.get(name);
      return known ? [[name, known] as const] : [];
    });
    const newest = sources.flatMap(({ name, isUndated }) => (isUndated ? (latest.get(name)?.newest ?? []) : []));
    const modifiedAt = newest.length > 0 && {
      modifiedAt: Math.min(...newest, result.modifiedAt ?? Number.POSITIVE_INFINITY),
    };
    Object.assign(result, { facts: Object.fromEntries(facts) satisfies Facts, ...modifiedAt });
  };

  const noteAsked = ({ timing }: AnyContext): void => {
    const { failures: cacheFailures = 0 } = timing.tableTime;
    const isCounted = countsRequests && isOpen(hours, clockNow());
    metrics.count({ ...(isCounted && { asked: 1 }), cacheFailures });
  };

  const finish = async (context: AnyContext, response: HttpResponse | undefined): Promise<void> => {
    const { endpoint, served, warmUp } = context;
    if (!response || warmUp) return;
    noteAsked(context);
    if (!endpoint) return;
    for (const [name, facts] of Object.entries(served?.body.facts ?? {})) keep(name, facts);
    const broken = await judgeResponse(endpoint.slug);
    if (broken.length === 0 || !served || response.statusCode !== 200) return;
    context.expect = namesOf(broken).join(', ');
    response.headers = {
      ...response.headers,
      'x-wallfeed-expect': context.expect,
      'x-wallfeed-found': writeFound(broken),
    };
  };

  /** Judges while nobody asks, and delivers messages that are left. */
  const judgeAll = async (askEndpoint: Ask, context: Context): Promise<HttpResponse> => {
    const clock = clockNow();
    if (countsRequests && isOpen(hours, clock)) metrics.count({ asked: 0 });
    const all = endpoints.filter(({ slug }) => ask.includes(slug));
    const open = all.filter(({ slug }) => judgedNow(bySlug.get(slug) ?? [], clock).length > 0);
    for (const endpoint of open) {
      if ((context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) < SETTLE_MS) break;
      await askEndpoint(NO_EVENT, contextOf(endpoint, context)).catch(() => undefined);
    }
    const promised = [
      ...new Map(open.flatMap(({ slug }) => bySlug.get(slug) ?? []).map((one) => [one.name, one])).values(),
    ];
    const after = clockNow();
    const sources = judgedNow(promised, after);
    const step = sources.length > 0 ? await tell(sources, after) : undefined;
    const broken = namesOf(report(step?.judged ?? [], sources, after.now));
    const judged = step?.judged.map(({ name }) => asciiName(name)) ?? [];
    log(`${JSON.stringify({ dashboard, stage, judged, broken })}\n`);
    return { statusCode: 200, body: JSON.stringify({ wallfeed: 'judged', broken }) };
  };

  return { onRows, attach, finish, judgeAll: (ask: Ask, context: Context) => kept(() => judgeAll(ask, context)) };
};
