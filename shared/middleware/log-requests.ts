import type { Request } from '@middy/core';
import type { ResponseBody } from '../cache/response-body.ts';
import type { DashboardConfig, Watch } from '../config/dashboard-config.ts';
import type { AnyContext, Failure, HttpResponse } from '../http/request-context.ts';
import { requestTimes } from '../http/request-deadline.ts';
import { createTiming } from '../http/timing.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';

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
 * Dimensions of the metrics. Each value of a dimension is billed like another metric, so by default all functions of a
 * stack share the metrics.
 */
const DIMENSIONS = { full: ['dashboard', 'function'], basic: ['dashboard', 'stage'] } as const;

/** Returns the definition of metrics that CloudWatch reads from a log line. */
const metricsOf = (watch: Watch) =>
  watch === 'none' ? [] : [{ Namespace: METRICS_NAMESPACE, Dimensions: [DIMENSIONS[watch]], Metrics: METRICS }];

/** Returns the size of the body in bytes. The size of plain text is already known. */
const bytesOf = ({ statusCode, body = '', isBase64Encoded }: HttpResponse, sent: ResponseBody | undefined): number =>
  sent && statusCode === 200 && !isBase64Encoded
    ? sent.bytes
    : Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** Writes the durations of the steps in milliseconds: as JSON, and as the header Server-Timing. */
const timesOf = (durations: Readonly<Record<string, number>>): { readonly steps: string; readonly header: string } => {
  let steps = '';
  let header = '';
  for (const name of Object.keys(durations)) {
    const taken = round(durations[name] ?? 0);
    steps += `${steps && ','}"${name}":${taken}`;
    header += `${header && ', '}${name};dur=${taken}`;
  }
  return { steps: `{${steps}}`, header };
};

/** Writes the number fields of a log line. Numbers need no escaping. */
const numbersOf = ({ timing, rowsRead, served }: AnyContext, response: HttpResponse, isCold: boolean): string => {
  const { statusCode = 200 } = response;
  const status = served?.status;
  const duration = round(performance.now() - timing.startedAt);
  const age = status ? `,"age":${Math.floor(status.age / 1000)}` : '';
  const counts =
    `"failures":${Number(statusCode >= 500)},"coldStarts":${Number(isCold)},` +
    `"cacheHits":${Number(status?.state === 'hit')},"staleAnswers":${Number(status?.state === 'stale')}`;
  const sizes = `"rows":${served?.body.rows ?? rowsRead},"bytes":${bytesOf(response, served?.body)}`;
  return `"status":${statusCode},"duration":${duration},${counts},${sizes}${age}`;
};

/** Writes the log line of a warm-up. This line has no metrics, because they would distort the durations of requests. */
const warmUpLine = ({ timing, warmUp = [], awsRequestId }: AnyContext, names: string, isCold: boolean): string => {
  const duration = round(performance.now() - timing.startedAt);
  const counts = `"warmUps":1,"coldStarts":${Number(isCold)},"duration":${duration}`;
  const databases = warmUp.length > 0 ? `,"databases":${JSON.stringify(warmUp)}` : '';
  return `{${names},${counts}${databases},"requestId":${JSON.stringify(awsRequestId ?? null)}}`;
};

/** Writes the error and its cause, if there is one, with a comma at the end. */
const failureText = (failure: Failure | undefined): string =>
  failure ? `${JSON.stringify(failure).slice(1, -1)},` : '';

/** Writes the text fields of a log line, except for the endpoint. */
const wordsOf = ({ served, failure, awsRequestId }: AnyContext): string =>
  `${failureText(failure)}${served ? `"cache":"${served.status.state}",` : ''}"requestId":${JSON.stringify(awsRequestId ?? null)}`;

/** A request in middy's own type, without the fields that Wallfeed's middlewares add. */
type LoggedRequest = Pick<Request<unknown, HttpResponse>, 'context' | 'response'>;

/** Hooks that middy calls before and after all middlewares, even if one of them ends the request. */
export interface LogHooks {
  readonly requestStart: (request: LoggedRequest) => void;
  readonly requestEnd: (request: LoggedRequest) => void;
}

/** Returns the beginning of each log line of a function, up to the time. */
const beginningOf = (watch: Watch): string =>
  `{"_aws":{"CloudWatchMetrics":${JSON.stringify(metricsOf(watch))},"Timestamp":`;

/** The dashboard whose requests are logged. */
export type LoggedDashboard = Pick<DashboardConfig, 'dashboard' | 'stage' | 'watch'>;

/**
 * Creates a function that writes the endpoint's name for log lines, with a comma at the end. Remembers each name that
 * it has written.
 */
const createNaming = (): ((endpoint: Endpoint | undefined) => string) => {
  const known = new WeakMap<Endpoint, string>();
  const nameNow = (endpoint: Endpoint): string => {
    const { slug, component } = endpoint;
    const text = `${JSON.stringify({ endpoint: slug, component }).slice(1, -1)},`;
    known.set(endpoint, text);
    return text;
  };
  return (endpoint) => (endpoint ? (known.get(endpoint) ?? nameNow(endpoint)) : '');
};

/** Writes a line of the log, which includes its line break. */
export type Log = (line: string) => void;

const writeToStdout: Log = (line) => {
  process.stdout.write(line);
};

/**
 * Logs one line for each request and sets the header Server-Timing. CloudWatch also reads the line as metrics (embedded
 * metric format). The line of a warm-up has no metrics. Lines contain names, sizes and durations, but no data.
 */
export const logRequests = (
  { dashboard, stage = 'local', watch = 'basic' }: LoggedDashboard,
  log: Log = writeToStdout,
): LogHooks => {
  const beginning = beginningOf(watch);
  const naming = createNaming();
  /** True for the first request of an environment, which includes its start. */
  let isCold = true;
  let names: string | undefined;
  return {
    requestStart: ({ context }) => {
      const timing = createTiming(requestTimes(context, performance.now()));
      Object.assign(context, { timing, rowsRead: 0 });
    },
    requestEnd: ({ context: ended, response }) => {
      if (!response) return;
      const context = ended as AnyContext;
      const { timing, endpoint, warmUp } = context;
      names ??= JSON.stringify({ dashboard, stage, function: context.functionName }).slice(1, -1);
      if (warmUp) {
        log(`${warmUpLine(context, names, isCold)}\n`);
        isCold = false;
        return;
      }
      const { steps, header } = timesOf(timing.durations);
      response.headers ??= {};
      response.headers['server-timing'] = header;
      const numbers = numbersOf(context, response, isCold);
      const words = naming(endpoint) + wordsOf(context);
      log(`${beginning}${Date.now()}},${names},${numbers},"steps":${steps},${words}}\n`);
      isCold = false;
    },
  };
};
