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
  const sizes = `"rows":${answer?.rows ?? rowsOf(exchange)},"bytes":${bytesOf(response)}`;
  return `"status":${status},"duration":${duration},${counts},${sizes}${kept}`;
};

/** What it says in words; nothing of what the request did not come to. */
const wordsOf = ({ exchange: { endpoint, origin, failure }, awsRequestId }: ExchangeContext): string =>
  JSON.stringify({
    endpoint: endpoint?.slug,
    component: endpoint?.component,
    ...failure,
    cache: origin?.state,
    requestId: awsRequestId ?? null,
  });

/** What all lines of a function begin with, up to the time. */
const METRICS_TEXT = `{"_aws":{"CloudWatchMetrics":${JSON.stringify([METRICS])},"Timestamp":`;

/**
 * Around all steps: one line a request to the log, which is its metrics too (CloudWatch's embedded metric format), and
 * the header Server-Timing. Of what was asked and answered it says nothing but places, sizes and times.
 */
export const logRequest = (dashboard: string): Step => {
  /** The first request of an environment pays for its start. */
  let isCold = true;
  let names: string | undefined;
  const logRequestBefore: Step['before'] = ({ context }) => {
    context.exchange = { startedAt: performance.now(), durations: {} };
  };
  const logRequestEnd: Step['after'] = ({ context, response }) => {
    if (!response) return;
    const { steps, timing } = timesOf(context.exchange.durations);
    response.headers ??= {};
    response.headers['server-timing'] = timing;
    names ??= JSON.stringify({ dashboard, function: context.functionName }).slice(1, -1);
    const numbers = numbersOf(context, response, isCold);
    const words = wordsOf(context).slice(1);
    process.stdout.write(`${METRICS_TEXT}${Date.now()}},${names},${numbers},"steps":${steps},${words}\n`);
    isCold = false;
  };
  return { before: logRequestBefore, after: logRequestEnd, onError: logRequestEnd };
};
