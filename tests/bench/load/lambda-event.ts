import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

const SECOND_MS = 1000;
let second = 0;
let text = '';

/** Returns the time as the gateway writes it. It is updated once a second. */
const timeText = (now: number): string => {
  if (Math.floor(now / SECOND_MS) === second) return text;
  second = Math.floor(now / SECOND_MS);
  const [, day, month, year, clock] = /, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(now).toUTCString()) ?? [];
  text = `${day}/${month}/${year}:${clock} +0000`;
  return text;
};

/** Creates an event of payload format 2.0 with all its fields, for a request to `/<family>/<endpoint>` with a JSON body. */
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

/** Returns the fields of an invocation's context that a handler reads. */
export const createContext = (): Context =>
  ({
    awsRequestId: randomUUID(),
    functionName: 'bench',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => 10_000,
  }) as Context;
