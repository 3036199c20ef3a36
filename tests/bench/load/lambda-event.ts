import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

const SECOND = 1000;
let second = 0;
let text = '';

/** As the gateway writes it; made once a second. */
const timeText = (now: number): string => {
  if (Math.floor(now / SECOND) === second) return text;
  second = Math.floor(now / SECOND);
  const [, day, month, year, clock] = /, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(now).toUTCString()) ?? [];
  text = `${day}/${month}/${year}:${clock} +0000`;
  return text;
};

/** The event of payload format 2.0, all its fields, of a request to `/<family>/<endpoint>` with a body of JSON. */
export const createEvent = (request: IncomingMessage, body: string): APIGatewayProxyEventV2 => {
  const [rawPath = '', rawQueryString = ''] = (request.url ?? '').split('?');
  const [, family = '', endpoint = ''] = rawPath.split('/');
  const routeKey = `POST /${family}/{endpoint}`;
  const timeEpoch = Date.now();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    headers: request.headers as Record<string, string>,
    pathParameters: { endpoint },
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method: 'POST', path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
      requestId: 'bench',
      routeKey,
      stage: '$default',
      time: timeText(timeEpoch),
      timeEpoch,
    },
    body,
    isBase64Encoded: false,
  };
};

/** Returns the context of an invocation, as far as a handler reads it. */
export const createContext = (): Context =>
  ({
    awsRequestId: randomUUID(),
    functionName: 'bench',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => 10_000,
  }) as Context;
