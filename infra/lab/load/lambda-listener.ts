import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

const SECOND_MS = 1000;
let second = 0;
let text = '';

/** As the gateway writes it, updated once a second. */
const timeText = (now: number): string => {
  if (Math.floor(now / SECOND_MS) === second) return text;
  second = Math.floor(now / SECOND_MS);
  const [, day, month, year, clock] = /, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(now).toUTCString()) ?? [];
  text = `${day}/${month}/${year}:${clock} +0000`;
  return text;
};

/**
 * Creates an event of payload format 2.0 with all its fields, for a request to `/<family>/<endpoint>` with a JSON body.
 */
const createEvent = (request: IncomingMessage, body: string): APIGatewayProxyEventV2 => {
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

/** As fast as node:http delivers the body. */
export const readBody = (request: IncomingMessage, use: (body: string) => void): void => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => use(body));
};

export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

const send = (response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void => {
  const { statusCode = 200, headers = {}, body = '', isBase64Encoded } = result;
  const content = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  headers['content-length'] = Buffer.byteLength(content);
  response.writeHead(statusCode, headers as OutgoingHttpHeaders).end(content);
};

export const createLambdaListener =
  (handler: Handler): RequestListener =>
  (request, response) =>
    readBody(request, (body) => {
      handler(createEvent(request, body), createContext()).then(
        (result) => send(response, result),
        () => response.writeHead(500).end(),
      );
    });
