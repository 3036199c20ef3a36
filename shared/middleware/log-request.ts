import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ExchangeContext, Step } from '../handler/exchange.ts';
import { rowsOf } from './rows-of.ts';

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** What CloudWatch makes metrics of; the dimensions are few whatever is asked, because each of their values costs. */
const METRICS = {
  Namespace: 'Wallfeed',
  Dimensions: [['dashboard', 'function']],
  Metrics: [
    { Name: 'duration', Unit: 'Milliseconds' },
    { Name: 'failures', Unit: 'Count' },
    { Name: 'coldStarts', Unit: 'Count' },
    { Name: 'cacheHits', Unit: 'Count' },
    { Name: 'staleAnswers', Unit: 'Count' },
  ],
};

const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

const roundAll = (durations: Record<string, number>): void => {
  for (const [name, taken] of Object.entries(durations)) durations[name] = round(taken);
};

/** What is said of one request. */
const describe = (
  { exchange, awsRequestId }: ExchangeContext,
  response: APIGatewayProxyStructuredResultV2,
  isCold: boolean,
) => {
  const { statusCode: status = 200 } = response;
  const { endpoint, answer, origin, failure } = exchange;
  return {
    endpoint: endpoint?.slug,
    component: endpoint?.component,
    status,
    error: failure?.error,
    cause: failure?.cause,
    cache: origin?.state,
    age: origin && Math.floor(origin.age / 1000),
    duration: round(performance.now() - exchange.startedAt),
    failures: status < 500 ? 0 : 1,
    coldStarts: isCold ? 1 : 0,
    cacheHits: origin?.state === 'hit' ? 1 : 0,
    staleAnswers: origin?.state === 'stale' ? 1 : 0,
    steps: exchange.durations,
    rows: answer?.rows ?? rowsOf(exchange),
    bytes: bytesOf(response),
    requestId: awsRequestId,
  };
};

const METRICS_TEXT = JSON.stringify([METRICS]);

/** A line of the log: what all lines of a function have in common is text already. */
const createLine =
  (dashboard: string) =>
  (context: ExchangeContext, request: ReturnType<typeof describe>): string => {
    const metrics = `{"Timestamp":${Date.now()},"CloudWatchMetrics":${METRICS_TEXT}}`;
    const names = JSON.stringify({ dashboard, function: context.functionName });
    return `{"_aws":${metrics},${names.slice(1, -1)},${JSON.stringify(request).slice(1)}\n`;
  };

const serverTiming = (durations: Readonly<Record<string, number>>): string =>
  Object.entries(durations)
    .map(([name, taken]) => `${name};dur=${taken}`)
    .join(', ');

/**
 * Around all steps: one line a request to the log, which is its metrics too (CloudWatch's embedded metric format), and
 * the header Server-Timing. Of what was asked and answered it says nothing but places, sizes and times.
 */
export const logRequest = (dashboard: string): Step => {
  const line = createLine(dashboard);
  /** The first request of an environment pays for its start. */
  let isCold = true;
  const logRequestBefore: Step['before'] = ({ context }) => {
    context.exchange = { startedAt: performance.now(), durations: {} };
  };
  const logRequestEnd: Step['after'] = ({ context, response }) => {
    if (!response) return;
    const { durations } = context.exchange;
    roundAll(durations);
    response.headers = { ...response.headers, 'server-timing': serverTiming(durations) };
    process.stdout.write(line(context, describe(context, response, isCold)));
    isCold = false;
  };
  return { before: logRequestBefore, after: logRequestEnd, onError: logRequestEnd };
};
