import type { ResponseBody } from '../cache/response-body.ts';
import { MAX_CLOCK_OFFSET_MS } from '../cache/variants.ts';
import type { Watch } from '../config/dashboard-config.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import { emptyFields } from '../tabular/empty-reason.ts';
import type { AnyContext, Failure, HttpResponse } from './request-context.ts';
import type { Durations, Step } from './timing.ts';

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

export const METRICS_NAMESPACE = 'Wallfeed';

const METRICS = [
  { Name: 'duration', Unit: 'Milliseconds' },
  { Name: 'failures', Unit: 'Count' },
  { Name: 'coldStarts', Unit: 'Count' },
  { Name: 'cacheHits', Unit: 'Count' },
  { Name: 'staleAnswers', Unit: 'Count' },
];

/**
 * Only functions that send errors with status 200 write this metric. For all other functions, the gateway counts
 * refused requests.
 */
const REFUSALS = { Name: 'refusals', Unit: 'Count' };

/**
 * Each value of a dimension is billed like another metric, so by default all functions of a stack share the metrics.
 */
const DIMENSIONS = { full: ['dashboard', 'function'], basic: ['dashboard', 'stage'] } as const;

const metricsOf = (watch: Watch, hidesErrors: boolean) => {
  const Metrics = hidesErrors ? [...METRICS, REFUSALS] : METRICS;
  return watch === 'none' ? [] : [{ Namespace: METRICS_NAMESPACE, Dimensions: [DIMENSIONS[watch]], Metrics }];
};

/**
 * Returns the beginning of each log line of a function, up to the time.
 * @param hidesErrors true if the function sends errors with status 200, so that the gateway does not count them.
 */
export const beginningOf = (watch: Watch, hidesErrors = false): string =>
  `{"_aws":{"CloudWatchMetrics":${JSON.stringify(metricsOf(watch, hidesErrors))},"Timestamp":`;

/**
 * Creates a function that writes the endpoint's name for log lines, with a comma at the end. Remembers each name that
 * it has written.
 */
export const createNaming = (): ((endpoint: Endpoint | undefined) => string) => {
  const known = new WeakMap<Endpoint, string>();
  const nameNow = (endpoint: Endpoint): string => {
    const { slug, component } = endpoint;
    const text = `${JSON.stringify({ endpoint: slug, component }).slice(1, -1)},`;
    known.set(endpoint, text);
    return text;
  };
  return (endpoint) => (endpoint ? (known.get(endpoint) ?? nameNow(endpoint)) : '');
};

/** Returns milliseconds as JSON, and as the header Server-Timing. */
export const timesOf = (durations: Durations): { readonly steps: string; readonly header: string } => {
  let steps = '';
  let header = '';
  for (const step of Object.keys(durations) as Step[]) {
    const taken = round(durations[step] ?? 0);
    steps += `${steps && ','}"${step}":${taken}`;
    header += `${header && ', '}${step};dur=${taken}`;
  }
  return { steps: `{${steps}}`, header };
};

/** Returns the size of plain text is already known. */
const bytesOf = ({ statusCode, body = '', isBase64Encoded }: HttpResponse, sent: ResponseBody | undefined): number =>
  sent && statusCode === 200 && !isBase64Encoded
    ? sent.bytes
    : Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** Seconds, negative if `currentTime` is in the past. Empty if the difference is small. */
const clockOffset = ({ request }: AnyContext): string => {
  const offset = request ? request.currentTime.value - Date.now() : 0;
  return Math.abs(offset) > MAX_CLOCK_OFFSET_MS ? `,"clockOffset":${Math.round(offset / 1000)}` : '';
};

/** Returns milliseconds with one decimal. */
const durationOf = ({ timing }: AnyContext): number => round(performance.now() - timing.startedAt);

/** Returns undefined if the request needs a line of its own. */
export const hitOf = (context: AnyContext, response: HttpResponse, isCold: boolean): Hit | undefined => {
  const { served, failure, awsRequestId = '' } = context;
  if (isCold || failure || response.statusCode !== 200 || served?.status.state !== 'hit') return undefined;
  return { duration: durationOf(context), bytes: bytesOf(response, served.body), requestId: awsRequestId };
};

/** Writes the fields of a line for several hits. The metrics are lists, so that CloudWatch counts each hit. */
export const hitsOf = ({ endpoint, durations, bytes, requestId }: Hits): string => {
  const each = (value: 0 | 1): string => `[${durations.map(() => value).join()}]`;
  const refusals = endpoint.client?.errorsAsOk ? `"refusals":${each(0)},` : '';
  const counts = `${refusals}"failures":${each(0)},"coldStarts":${each(0)},"cacheHits":${each(1)},"staleAnswers":${each(0)}`;
  const sums = `"hits":${durations.length},"bytes":${bytes}`;
  return `"status":200,"duration":[${durations.join()}],${counts},${sums},"cache":"hit","requestId":${JSON.stringify(requestId)}`;
};

/** Writes bytes and ids of the Athena executions that ended while the request waited. Empty if there were none. */
const scansOf = ({ timing: { scans } }: AnyContext): string =>
  scans.size === 0
    ? ''
    : `,"scanned":${JSON.stringify([...scans.values()])},"executions":${JSON.stringify([...scans.keys()])}`;

/** Writes numbers, which need no escaping. */
export const numbersOf = (context: AnyContext, response: HttpResponse, isCold: boolean): string => {
  const { rowsRead, served, endpoint } = context;
  const { statusCode = 200 } = response;
  const status = served?.status;
  const duration = durationOf(context);
  const age = status ? `,"age":${Math.floor(status.age / 1000)}` : '';
  const modifiedAt = served?.body.modifiedAt;
  const dataAge =
    modifiedAt === undefined ? '' : `,"dataAge":${Math.max(0, Math.floor((Date.now() - modifiedAt) / 1000))}`;
  const refusals = endpoint?.client?.errorsAsOk ? `"refusals":${Number(statusCode >= 400 && statusCode < 500)},` : '';
  const counts =
    `${refusals}"failures":${Number(statusCode >= 500)},"coldStarts":${Number(isCold)},` +
    `"cacheHits":${Number(status?.state === 'hit')},"staleAnswers":${Number(status?.state === 'stale')}`;
  const sizes = `"rows":${served?.body.rows ?? rowsRead},"bytes":${bytesOf(response, served?.body)}`;
  const reason = served?.body.empty;
  const empty = reason ? `,"empty":${JSON.stringify(emptyFields(reason))}` : '';
  return `"status":${statusCode},"duration":${duration},${counts},${sizes}${age}${dataAge}${clockOffset(context)}${scansOf(context)}${empty}`;
};

/** Writes the log line of a warm-up. This line has no metrics, because they would distort the durations of requests. */
export const warmUpLine = (
  { timing, warmUp = [], awsRequestId }: AnyContext,
  names: string,
  isCold: boolean,
): string => {
  const duration = round(performance.now() - timing.startedAt);
  const counts = `"warmUps":1,"coldStarts":${Number(isCold)},"duration":${duration}`;
  const databases = warmUp.length > 0 ? `,"databases":${JSON.stringify(warmUp)}` : '';
  return `{${names},${counts}${databases},"requestId":${JSON.stringify(awsRequestId ?? null)}}`;
};

/** Writes the error and its cause, if there is one, with a comma at the end. */
const failureText = (failure: Failure | undefined): string =>
  failure ? `${JSON.stringify(failure).slice(1, -1)},` : '';

export const wordsOf = ({ served, failure, expect, awsRequestId }: AnyContext): string =>
  `${failureText(failure)}${expect ? `"expect":${JSON.stringify(expect)},` : ''}${served ? `"cache":"${served.status.state}",` : ''}"requestId":${JSON.stringify(awsRequestId ?? null)}`;

interface Hit {
  /** Milliseconds. */
  readonly duration: number;
  readonly bytes: number;
  readonly requestId: string;
}

/** Hits of one endpoint that share a log line. */
interface Hits {
  readonly endpoint: Endpoint;
  /** Time of the first hit in milliseconds since 1970. */
  readonly since: number;
  readonly durations: readonly number[];
  /** Sum of all hits. */
  readonly bytes: number;
  /** Identifier of the last request. */
  readonly requestId: string;
}

const SPAN_MS = 60_000;

/** Values of one metric in a line that CloudWatch reads. */
const MAX_HITS = 100;

/** Writes the hits once a minute for each endpoint. */
interface HitSummary {
  readonly add: (endpoint: Endpoint, hit: Hit) => void;
  /** Writes the hits of endpoints whose minute is over. */
  readonly writeOld: () => void;
}

/**
 * Creates a summary of hits. Lambda ends an environment without notice, so that its last hits may never be written.
 * @param write receives the hits of one endpoint: after a minute, or if there are 100 of them.
 */
export const createHitSummary = (write: (hits: Hits) => void): HitSummary => {
  const waiting = new Map<Endpoint, Hits>();
  const writeOne = (hits: Hits): void => {
    waiting.delete(hits.endpoint);
    write(hits);
  };
  return {
    add: (endpoint, { duration, bytes, requestId }) => {
      const {
        since,
        durations,
        bytes: others,
      } = waiting.get(endpoint) ?? { since: Date.now(), durations: [], bytes: 0 };
      const hits = { endpoint, since, durations: [...durations, duration], bytes: others + bytes, requestId };
      waiting.set(endpoint, hits);
      if (hits.durations.length === MAX_HITS) writeOne(hits);
    },
    writeOld: () => {
      const now = Date.now();
      for (const hits of waiting.values()) if (now - hits.since >= SPAN_MS) writeOne(hits);
    },
  };
};
