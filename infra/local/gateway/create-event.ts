import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { routeRefusals } from '../../stack/http-api.ts';
import type { Route } from '../../stack/template/read-service.ts';

interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

const PARAMETER = /^\{(\w+)\}$/;
const GREEDY = /^\{(\w+)\+\}$/;

/** Splits the path before decoding, so that an encoded slash does not separate segments. */
const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const segments = path.split('/');
  const expected = pattern.split('/');
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index];
    const greedy = GREEDY.exec(part)?.[1];
    if (greedy !== undefined && segment !== undefined) {
      return { ...parameters, [greedy]: decodeURIComponent(segments.slice(index).join('/')) };
    }
    const name = PARAMETER.exec(part)?.[1];
    if (name !== undefined && segment) parameters[name] = decodeURIComponent(segment);
    else if (segment === undefined || part !== decodeURIComponent(segment)) return undefined;
  }
  return segments.length === expected.length ? parameters : undefined;
};

const kindOf = (part: string): string => {
  if (GREEDY.test(part)) return '2';
  return PARAMETER.test(part) ? '1' : '0';
};

/**
 * Returns a sort key that is lower for a more specific route: literal parts come before parameters, parameters before
 * greedy parameters, and a method before ANY.
 */
const rank = ({ key }: Route): string => {
  const [method = '', path = '~'] = key.split(' ');
  const kinds = path.split('/').map(kindOf);
  return `${kinds.join('')}3${method === 'ANY' ? '1' : '0'}`;
};

const matchOne = (route: Route, method: string, path: string): RouteMatch | undefined => {
  if (route.key === '$default') return { route, parameters: {} };
  const [expected, pattern = ''] = route.key.split(' ');
  if (expected !== 'ANY' && expected !== method) return undefined;
  const parameters = matchPath(pattern, path);
  return parameters && { route, parameters };
};

/**
 * Returns a function that finds the most specific route for a method and path, like an HTTP API. Throws an error for
 * routes that an HTTP API refuses. The returned function throws URIError for a path with invalid encoding.
 */
export const createRouteMatcher = (routes: readonly Route[]) => {
  const [refusal] = routeRefusals(routes.map(({ key }) => key));
  if (refusal !== undefined) throw new Error(refusal);
  const ranked = routes.toSorted((a, b) => {
    if (a.key === '$default' || b.key === '$default') return a.key === '$default' ? 1 : -1;
    return rank(a).localeCompare(rank(b));
  });
  return (method: string, path: string): RouteMatch | undefined => {
    for (const route of ranked) {
      const match = matchOne(route, method, path);
      if (match) return match;
    }
    return undefined;
  };
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TEXT_TYPE = /^(text\/.*|application\/(json|javascript|xml))$/;
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect']);

/** Formats a time as `12/Mar/2020:19:03:58 +0000`. */
const logTime = (date: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
};

/**
 * True for a body of text or JSON, which the event contains as text. Forms, unknown types and encoded bodies are
 * base64.
 */
const isText = ({ headers }: IncomingMessage): boolean =>
  !headers['content-encoding'] && TEXT_TYPE.test(headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '');

const createHeaders = (request: IncomingMessage, body: Buffer): Record<string, string> => {
  const sent = Object.entries(request.headersDistinct)
    .filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'cookie')
    .map(([name, values = []]) => [name, values.join(',')]);
  const { remoteAddress = '127.0.0.1', localPort } = request.socket;
  return {
    ...Object.fromEntries(sent),
    'content-length': String(body.length),
    'x-amzn-trace-id': `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    'x-forwarded-for': [request.headers['x-forwarded-for'], remoteAddress].flat().filter(Boolean).join(', '),
    'x-forwarded-port': String(localPort),
    'x-forwarded-proto': 'http',
  };
};

const joinRepeats = (query: string): Record<string, string> => {
  const grouped = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  return Object.fromEntries(Array.from(grouped, ([name, pairs]) => [name, pairs.map(([, value]) => value).join(',')]));
};

const createContext = (
  request: IncomingMessage,
  routeKey: string,
  path: string,
  requestId: string,
): APIGatewayProxyEventV2['requestContext'] => {
  const now = new Date();
  const domainName = request.headers.host?.replace(/:\d+$/, '') ?? 'localhost';
  return {
    accountId: '000000000000',
    apiId: 'local',
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    http: {
      method: request.method ?? '',
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId,
    routeKey,
    stage: '$default',
    time: logTime(now),
    timeEpoch: now.getTime(),
  };
};

/**
 * Creates the event in payload format 2.0.
 * @param target the path and the query of the request.
 */
export const createEvent = (
  request: IncomingMessage,
  target: string,
  { route, parameters }: RouteMatch,
  body: Buffer,
  requestId: string,
): APIGatewayProxyEventV2 => {
  const [path = '', ...query] = target.split('?');
  const rawPath = decodeURIComponent(path);
  const rawQueryString = query.join('?');
  const cookies = request.headers.cookie?.split(/; */).filter(Boolean);
  const text = isText(request);
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath,
    rawQueryString,
    ...(cookies ? { cookies } : {}),
    headers: createHeaders(request, body),
    ...(rawQueryString ? { queryStringParameters: joinRepeats(rawQueryString) } : {}),
    requestContext: createContext(request, route.key, rawPath, requestId),
    ...(Object.keys(parameters).length > 0 ? { pathParameters: { ...parameters } } : {}),
    ...(body.length > 0 ? { body: body.toString(text ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !text,
  };
};
