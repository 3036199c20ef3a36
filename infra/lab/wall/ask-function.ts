import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { createHandler } from '../../../shared/middleware/create-handler.ts';
import type { WallComponent } from './simulation.ts';

export type Handler = ReturnType<typeof createHandler>;

export type Answered = 'fresh' | 'hit' | 'revalidated' | 'stale' | 'failed';

export interface Answer {
  readonly state: Answered;
  /** The error of a failed response, or the reason for a stale one. */
  readonly reason?: string;
  /** Seconds. */
  readonly age: number;
}

const TIME_PERIOD_MINUTES = 30;

const createEvent = ({ endpoint, family, path, config }: WallComponent, now: number): APIGatewayProxyEventV2 => {
  const routeKey = config.path === undefined ? `POST /${family}/{endpoint}` : `POST ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' },
    ...(config.path === undefined && { pathParameters: { endpoint } }),
    body: JSON.stringify({ currentTime: now, timePeriod: TIME_PERIOD_MINUTES }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'simulated',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'wall' },
      requestId: 'simulated',
      routeKey,
      stage: '$default',
      time: '',
      timeEpoch: now,
    },
  };
};

const createContext = ({ family }: WallComponent, endsAt: number): Context => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: family,
  functionVersion: '1',
  invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${family}`,
  memoryLimitInMB: '0',
  awsRequestId: 'simulated',
  logGroupName: family,
  logStreamName: family,
  getRemainingTimeInMillis: () => endsAt - Date.now(),
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});

const STATES: ReadonlySet<unknown> = new Set<Answered>(['fresh', 'hit', 'revalidated', 'stale']);
/** Such as `110 wallfeed "Response is Stale: SOURCE_RESUMING"`. */
const REASON = /Stale: ([^"]+)/;

const readAnswer = ({ statusCode, headers = {}, body = '' }: APIGatewayProxyStructuredResultV2): Answer => {
  if (statusCode !== 200) return { state: 'failed', reason: String(JSON.parse(body).error), age: 0 };
  const state = headers['x-wallfeed-cache'];
  if (!STATES.has(state)) throw new Error(`unknown X-Wallfeed-Cache in a response: ${state}`);
  const [, reason] = REASON.exec(String(headers.warning ?? '')) ?? [];
  return { state: state as Answered, age: Number(headers.age), ...(reason && { reason }) };
};

export const askFunction = async (handler: Handler, component: WallComponent, timeout: number): Promise<Answer> => {
  const now = Date.now();
  const context = createContext(component, now + timeout);
  return readAnswer(await handler(createEvent(component, now), context as Parameters<Handler>[1]));
};
