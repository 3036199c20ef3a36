import type { IncomingMessage } from 'node:http';
import { isMap } from '../../../shared/catalogue/is-map.ts';
import { problemOf } from '../../../shared/middleware/answer-errors.ts';
import type { RefusedEndpoint } from '../../dashboard/definition/refusals.ts';
import { MAX_HEAD_BYTES } from '../../stack/http-api.ts';
import type { Cors, Service, ThrottleLimits } from '../../stack/template/read-service.ts';
import type { InvocationResult } from '../runtime/runtime-api.ts';
import { readBody, readTarget } from '../server/local-server.ts';
import { createEvent, createRouteMatcher } from './create-event.ts';

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

const HOP_BY_HOP = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade', 'date']);

const inferred = (result: unknown): GatewayResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(typeof result === 'string' ? result : JSON.stringify(result)),
});

const readStatus = (status: unknown): number | undefined =>
  /^[1-5]\d\d$/.test(String(status)) && !isMap(status) && !Array.isArray(status) ? Number(status) : undefined;

/** Returns undefined if a value is not a string, number or Boolean. */
const readHeaders = (headers: unknown): Record<string, string> | undefined => {
  if (headers === undefined || headers === null) return {};
  if (!isMap(headers)) return undefined;
  const entries = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));
  if (!entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))) return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
};

/**
 * Reads a function's result in payload format 2.0. Without `statusCode`, the result itself is the JSON body. Returns
 * undefined if it has a `statusCode` but is not a valid response.
 */
const readResponse = (payload: Buffer): GatewayResponse | undefined => {
  const result: unknown = JSON.parse(payload.toString() || 'null');
  if (!isMap(result) || result.statusCode === undefined) return inferred(result);
  const { statusCode, body = '', isBase64Encoded, cookies = [] } = result;
  const status = readStatus(statusCode);
  const headers = readHeaders(result.headers);
  if (status === undefined || headers === undefined || !Array.isArray(cookies)) return undefined;
  if (body !== null && typeof body !== 'string') return undefined;
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', ...headers },
    cookies: cookies.map(String),
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
};

const problem = (status: number, message: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message })),
});

export const problems = {
  badRequest: problem(400, 'Bad Request'),
  notFound: problem(404, 'Not Found'),
  tooLarge: problem(413, 'Request Entity Too Large'),
  tooMany: problem(429, 'Too Many Requests'),
  headTooLarge: problem(431, 'Request Header Fields Too Large'),
  internal: problem(500, 'Internal Server Error'),
  unavailable: problem(503, 'Service Unavailable'),
};

/** Returns true if a request is within rate and burst. `now` is in milliseconds. */
const createThrottle = ({ rate, burst }: ThrottleLimits, now: () => number = () => performance.now()) => {
  let tokens = burst;
  let filled = now();
  return (): boolean => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - filled) / 1000) * rate);
    filled = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

type Headers = Record<string, string>;

const allowedOrigin = ({ origins }: Cors, origin: string): string | undefined => {
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
};

const corsHeaders = (cors: Cors, origin: string | undefined): Headers => {
  const allowed = origin === undefined ? undefined : allowedOrigin(cors, origin);
  if (allowed === undefined) return {};
  return {
    'access-control-allow-origin': allowed,
    ...(cors.credentials ? { 'access-control-allow-credentials': 'true' } : {}),
    ...(cors.exposed.length > 0 ? { 'access-control-expose-headers': cors.exposed.join(',') } : {}),
  };
};

const preflightHeaders = (cors: Cors, origin: string | undefined): Headers => {
  const allowed = corsHeaders(cors, origin);
  if (Object.keys(allowed).length === 0) return {};
  return {
    ...allowed,
    'access-control-allow-methods': cors.methods.join(','),
    'access-control-allow-headers': cors.headers.join(','),
    ...(cors.maxAge === undefined ? {} : { 'access-control-max-age': String(cors.maxAge) }),
  };
};

const isCorsHeader = (name: string): boolean => name.startsWith('access-control-');

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** By its logical id. */
export type Invoke = (target: string, requestId: string, event: string) => Promise<InvocationResult | 'unavailable'>;

/** Never throws. */
export type Responder = (request: IncomingMessage, requestId: string) => Promise<GatewayResponse>;

const within = async (work: Promise<InvocationResult | 'unavailable'>, milliseconds: number) => {
  const { promise, resolve } = Promise.withResolvers<'unavailable'>();
  const timer = setTimeout(resolve, milliseconds, 'unavailable');
  const result = await Promise.race([work, promise]);
  clearTimeout(timer);
  return result;
};

const headBytes = ({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number => {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  return Buffer.byteLength(`${method} ${url} HTTP/${httpVersion}${values.join('')}`, 'latin1');
};

type FindRefused = (path: string) => RefusedEndpoint | undefined;

const refuse = ({ error, slug, component }: RefusedEndpoint, requestId: string): GatewayResponse => {
  const body = problemOf(error, requestId, { slug, component });
  return {
    status: body.status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    cookies: [],
    body: Buffer.from(JSON.stringify(body)),
  };
};

const respondWithoutCors = (
  service: Service,
  invoke: Invoke,
  timeoutMs: number,
  findRefused: FindRefused,
): Responder => {
  const match = createRouteMatcher(service.routes);
  const methods = new Set(['GET', 'POST', ...service.routes.map(({ key }) => key.slice(0, key.indexOf(' ')))]);
  const take = service.throttle ? createThrottle(service.throttle) : () => true;
  return async (request, requestId) => {
    if (headBytes(request) > MAX_HEAD_BYTES) return problems.headTooLarge;
    const target = readTarget(request);
    if (target === undefined) return problems.badRequest;
    const [path = ''] = target.split('?', 1);
    const refused = methods.has(request.method ?? '') ? findRefused(path) : undefined;
    if (refused) return refuse(refused, requestId);
    const found = match(request.method ?? '', path);
    if (!found) return problems.notFound;
    if (!take()) return problems.tooMany;
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return problems.tooLarge;
    const event = JSON.stringify(createEvent(request, target, found, body, requestId));
    if (Buffer.byteLength(event) > MAX_EVENT_BYTES) return problems.tooLarge;
    const result = await within(invoke(found.route.target, requestId, event), timeoutMs);
    if (result === 'unavailable') return problems.unavailable;
    return ('payload' in result && readResponse(result.payload)) || problems.internal;
  };
};

const respondSafely =
  (unsafe: Responder): Responder =>
  async (request, requestId) => {
    try {
      return await unsafe(request, requestId);
    } catch {
      return problems.internal;
    }
  };

/**
 * Creates the responder of a service. With CORS, the gateway itself responds to preflights and sets all CORS headers.
 */
export const createResponder = (
  service: Service,
  invoke: Invoke,
  timeoutMs: number,
  findRefused: FindRefused = () => undefined,
): Responder => {
  const respond = respondSafely(respondWithoutCors(service, invoke, timeoutMs, findRefused));
  const { cors } = service;
  if (!cors) return respond;
  return async (request, requestId) => {
    const { origin } = request.headers;
    if (request.method === 'OPTIONS') {
      return { status: 204, headers: preflightHeaders(cors, origin), cookies: [], body: Buffer.alloc(0) };
    }
    const response = await respond(request, requestId);
    const own = Object.entries(response.headers).filter(([name]) => !isCorsHeader(name));
    return { ...response, headers: { ...Object.fromEntries(own), ...corsHeaders(cors, origin) } };
  };
};
