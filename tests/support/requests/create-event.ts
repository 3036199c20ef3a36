import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface SentRequest {
  readonly endpoint?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Returns the event that API Gateway sends for a request. A body of bytes is in base64, as with forms. */
export const createEvent = ({
  endpoint,
  path,
  query = '',
  headers = {},
  body,
}: SentRequest): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: 'POST /pie/{endpoint}',
  rawPath: path ?? `/pie/${endpoint}`,
  rawQueryString: query,
  headers,
  ...(endpoint !== undefined && { pathParameters: { endpoint } }),
  ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body).toString('base64') }),
  isBase64Encoded: body !== undefined && typeof body !== 'string',
  requestContext: {
    accountId: '000000000000',
    apiId: 'local',
    domainName: 'localhost',
    domainPrefix: 'local',
    http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
    requestId: 'request-1',
    routeKey: 'POST /pie/{endpoint}',
    stage: '$default',
    time: '21/Nov/2026:00:00:00 +0000',
    timeEpoch: 0,
  },
});
