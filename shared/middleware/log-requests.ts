import type { Request } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ResponseBody } from '../cache/response-body.ts';
import type { DashboardConfig, Watch } from '../config/dashboard-config.ts';
import type { Endpoint, ExchangeContext, Failure } from '../http/request-context.ts';
import { callsEndAt, closingEndsAt } from '../http/request-deadline.ts';
import { rowsOf } from './rows-of.ts';

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

export const METRICS_NAMESPACE = 'Wallfeed';

const METRICS = [
  { Name: 'duration', Unit: 'Milliseconds' },
  { Name: 'failures', Unit: 'Count' },
  { Name: 'coldStarts', Unit: 'Count' },
  { Name: 'cacheHits', Unit: 'Count' },
  { Name: 'staleAnswers', Unit: 'Count' },
];

/** Each value of a dimension costs as much as a metric of its own, so functions share them unless the dashboard asks for more. */
const DIMENSIONS = { full: ['dashboard', 'function'], basic: ['dashboard', 'stage'] } as const;

/** What CloudWatch makes metrics of. */
const metricsOf = (watch: Watch) =>
  watch === 'none' ? [] : [{ Namespace: METRICS_NAMESPACE, Dimensions: [DIMENSIONS[watch]], Metrics: METRICS }];

/** The size of the body; that of a plain text is known. */
const bytesOf = (
  { statusCode, body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2,
  sent: ResponseBody | undefined,
): number =>
  sent && statusCode === 200 && !isBase64Encoded
    ? sent.bytes
    : Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** The steps with their milliseconds: as JSON, and as the header Server-Timing has them. */
const timesOf = (durations: Readonly<Record<string, number>>): { readonly steps: string; readonly timing: string } => {
  let steps = '';
  let timing = '';
  for (const name of Object.keys(durations)) {
    const taken = round(durations[name] ?? 0);
    steps += `${steps && ','}"${name}":${taken}`;
    timing += `${timing && ', '}${name};dur=${taken}`;
  }
  return { steps: `{${steps}}`, timing };
};

/** What a line says in numbers: they need no escaping, and most of a line is such. */
const numbersOf = (
  { exchange }: ExchangeContext,
  response: APIGatewayProxyStructuredResultV2,
  isCold: boolean,
): string => {
  const { statusCode: status = 200 } = response;
  const { startedAt, origin, answer } = exchange;
  const duration = round(performance.now() - startedAt);
  const kept = origin ? `,"age":${Math.floor(origin.age / 1000)}` : '';
  const counts =
    `"failures":${Number(status >= 500)},"coldStarts":${Number(isCold)},` +
    `"cacheHits":${Number(origin?.state === 'hit')},"staleAnswers":${Number(origin?.state === 'stale')}`;
  const sizes = `"rows":${answer?.rows ?? rowsOf(exchange)},"bytes":${bytesOf(response, answer)}`;
  return `"status":${status},"duration":${duration},${counts},${sizes}${kept}`;
};

/** The line of a warm-up. It has no metrics: warm-ups would hide how long requests take. */
const warmUpLine = ({ exchange, awsRequestId }: ExchangeContext, names: string, isCold: boolean): string => {
  const duration = round(performance.now() - exchange.startedAt);
  const counts = `"warmUps":1,"coldStarts":${Number(isCold)},"duration":${duration}`;
  const databases = exchange.databases ? `,"databases":${JSON.stringify(exchange.databases)}` : '';
  return `{${names},${counts}${databases},"requestId":${JSON.stringify(awsRequestId ?? null)}}`;
};

/** What went wrong, if anything did, ending with a comma. */
const failureText = (failure: Failure | undefined): string =>
  failure ? `${JSON.stringify(failure).slice(1, -1)},` : '';

/** What a line says in words besides the endpoint. */
const wordsOf = ({ exchange: { origin, failure }, awsRequestId }: ExchangeContext): string =>
  `${failureText(failure)}${origin ? `"cache":"${origin.state}",` : ''}"requestId":${JSON.stringify(awsRequestId ?? null)}`;

/** Middy does not know what a context of ours has besides. */
type LoggedRequest = Pick<Request<unknown, APIGatewayProxyStructuredResultV2>, 'context' | 'response'>;

/** What middy calls before all steps, and after them, whichever of them was the last. */
export interface LogHooks {
  readonly requestStart: (request: LoggedRequest) => void;
  readonly requestEnd: (request: LoggedRequest) => void;
}

/** What all lines of a function begin with, up to the time. */
const beginningOf = (watch: Watch): string =>
  `{"_aws":{"CloudWatchMetrics":${JSON.stringify(metricsOf(watch))},"Timestamp":`;

/** Whose requests are logged. */
export type LoggedDashboard = Pick<DashboardConfig, 'dashboard' | 'stage' | 'watch'>;

/** An endpoint as a line names it, ending with a comma; made once. */
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

/** Takes a line of the log, with its line break. */
export type Log = (line: string) => void;

const writeToStdout: Log = (line) => {
  process.stdout.write(line);
};

/**
 * Around all steps: one line a request to the log, which is its metrics too (CloudWatch's embedded metric format), and
 * the header Server-Timing. A warm-up has a line without metrics. Of what was asked and answered it says nothing but places, sizes and times.
 */
export const logRequests = (
  { dashboard, stage = 'local', watch = 'basic' }: LoggedDashboard,
  log: Log = writeToStdout,
): LogHooks => {
  const beginning = beginningOf(watch);
  const naming = createNaming();
  /** The first request of an environment pays for its start. */
  let isCold = true;
  let names: string | undefined;
  return {
    requestStart: ({ context }) => {
      const startedAt = performance.now();
      (context as ExchangeContext).exchange = {
        startedAt,
        callsEndAt: callsEndAt(context, startedAt),
        closingEndsAt: closingEndsAt(context, startedAt),
        notedAt: startedAt,
        durations: {},
      };
    },
    requestEnd: ({ context: ended, response }) => {
      if (!response) return;
      const context = ended as ExchangeContext;
      const { durations, endpoint, isWarmUp } = context.exchange;
      names ??= JSON.stringify({ dashboard, stage, function: context.functionName }).slice(1, -1);
      if (isWarmUp) {
        log(`${warmUpLine(context, names, isCold)}\n`);
        isCold = false;
        return;
      }
      const { steps, timing } = timesOf(durations);
      response.headers ??= {};
      response.headers['server-timing'] = timing;
      const numbers = numbersOf(context, response, isCold);
      const words = naming(endpoint) + wordsOf(context);
      log(`${beginning}${Date.now()}},${names},${numbers},"steps":${steps},${words}}\n`);
      isCold = false;
    },
  };
};
