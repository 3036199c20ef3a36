import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Exchange, ExchangeContext, Step } from '../handler/exchange.ts';

/** The first request of an environment pays for its start. */
let isCold = true;

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const rowsOf = ({ tables = {} }: Exchange): number =>
  Object.values(tables).reduce((rows, table) => rows + table.rows.length, 0);

/** What CloudWatch makes metrics of; the dimensions are few whatever is asked, because each of their values costs. */
const METRICS = {
  Namespace: 'Wallfeed',
  Dimensions: [['dashboard', 'function']],
  Metrics: [
    { Name: 'duration', Unit: 'Milliseconds' },
    { Name: 'failures', Unit: 'Count' },
    { Name: 'coldStarts', Unit: 'Count' },
  ],
};

const lineOf = (
  dashboard: string,
  { exchange, functionName, awsRequestId }: ExchangeContext,
  { statusCode: status = 200, body = '' }: APIGatewayProxyStructuredResultV2,
) => ({
  _aws: { Timestamp: Date.now(), CloudWatchMetrics: [METRICS] },
  dashboard,
  function: functionName,
  endpoint: exchange.endpoint?.slug,
  component: exchange.endpoint?.component,
  status,
  ...exchange.failure,
  duration: round(performance.now() - exchange.startedAt),
  failures: status < 500 ? 0 : 1,
  coldStarts: isCold ? 1 : 0,
  steps: Object.fromEntries(Object.entries(exchange.durations).map(([name, taken]) => [name, round(taken)])),
  rows: rowsOf(exchange),
  bytes: body.length,
  requestId: awsRequestId,
});

const serverTiming = ({ durations }: Exchange): string =>
  Object.entries(durations)
    .map(([name, taken]) => `${name};dur=${round(taken)}`)
    .join(', ');

/**
 * Around all steps: one line a request to the log, which is its metrics too (CloudWatch's embedded metric format), and
 * the header Server-Timing. Of what was asked and answered it says nothing but places, sizes and times.
 */
export const logRequest = (dashboard: string): Step => {
  const logRequestBefore: Step['before'] = ({ context }) => {
    context.exchange = { startedAt: performance.now(), durations: {} };
  };
  const logRequestEnd: Step['after'] = ({ context, response }) => {
    if (!response) return;
    response.headers = { ...response.headers, 'server-timing': serverTiming(context.exchange) };
    process.stdout.write(`${JSON.stringify(lineOf(dashboard, context, response))}\n`);
    isCold = false;
  };
  return { before: logRequestBefore, after: logRequestEnd, onError: logRequestEnd };
};
