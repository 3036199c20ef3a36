import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Exchange, ExchangeContext, Step } from '../handler/exchange.ts';
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

const lineOf = (
  dashboard: string,
  isCold: boolean,
  { exchange, functionName, awsRequestId }: ExchangeContext,
  response: APIGatewayProxyStructuredResultV2,
) => {
  const { statusCode: status = 200 } = response;
  const { answer, origin } = exchange;
  return {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [METRICS] },
    dashboard,
    function: functionName,
    endpoint: exchange.endpoint?.slug,
    component: exchange.endpoint?.component,
    status,
    ...exchange.failure,
    cache: origin?.state,
    age: origin && Math.floor(origin.age / 1000),
    duration: round(performance.now() - exchange.startedAt),
    failures: status < 500 ? 0 : 1,
    coldStarts: isCold ? 1 : 0,
    cacheHits: origin?.state === 'hit' ? 1 : 0,
    staleAnswers: origin?.state === 'stale' ? 1 : 0,
    steps: Object.fromEntries(Object.entries(exchange.durations).map(([name, taken]) => [name, round(taken)])),
    rows: answer?.rows ?? rowsOf(exchange),
    bytes: bytesOf(response),
    requestId: awsRequestId,
  };
};

const serverTiming = ({ durations }: Exchange): string =>
  Object.entries(durations)
    .map(([name, taken]) => `${name};dur=${round(taken)}`)
    .join(', ');

/**
 * Around all steps: one line a request to the log, which is its metrics too (CloudWatch's embedded metric format), and
 * the header Server-Timing. Of what was asked and answered it says nothing but places, sizes and times.
 */
export const logRequest = (dashboard: string): Step => {
  /** The first request of an environment pays for its start. */
  let isCold = true;
  const logRequestBefore: Step['before'] = ({ context }) => {
    context.exchange = { startedAt: performance.now(), durations: {} };
  };
  const logRequestEnd: Step['after'] = ({ context, response }) => {
    if (!response) return;
    response.headers = { ...response.headers, 'server-timing': serverTiming(context.exchange) };
    process.stdout.write(`${JSON.stringify(lineOf(dashboard, isCold, context, response))}\n`);
    isCold = false;
  };
  return { before: logRequestBefore, after: logRequestEnd, onError: logRequestEnd };
};
