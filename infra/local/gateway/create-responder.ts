import type { IncomingMessage } from 'node:http';
import { MAX_HEAD_BYTES } from '../../stack/http-api.ts';
import { readBody } from '../read-body.ts';
import type { Service } from '../read-service.ts';
import type { InvocationResult } from '../runtime/function-error.ts';
import { corsHeaders, isCorsHeader, preflightHeaders } from './cors.ts';
import { createEvent } from './create-event.ts';
import { createRouteMatcher } from './match-route.ts';
import { problems } from './problems.ts';
import { type GatewayResponse, readResponse } from './read-response.ts';
import { createThrottle } from './throttle.ts';

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** The largest event that Lambda accepts. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Invokes a function of the template by its logical id. */
export type Invoke = (target: string, requestId: string, event: string) => Promise<InvocationResult | 'unavailable'>;

/** Responds to a request. Never throws. */
export type Responder = (request: IncomingMessage, requestId: string) => Promise<GatewayResponse>;

const within = async (work: Promise<InvocationResult | 'unavailable'>, milliseconds: number) => {
  const { promise, resolve } = Promise.withResolvers<'unavailable'>();
  const timer = setTimeout(resolve, milliseconds, 'unavailable');
  const result = await Promise.race([work, promise]);
  clearTimeout(timer);
  return result;
};

/** Returns the size of the request line plus the header values. */
const headBytes = ({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number => {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  return Buffer.byteLength(`${method} ${url} HTTP/${httpVersion}${values.join('')}`, 'latin1');
};

const respondWithoutCors = (service: Service, invoke: Invoke, timeoutMs: number): Responder => {
  const match = createRouteMatcher(service.routes);
  const take = service.throttle ? createThrottle(service.throttle) : () => true;
  return async (request, requestId) => {
    if (headBytes(request) > MAX_HEAD_BYTES) return problems.headTooLarge;
    const found = match(request.method ?? '', (request.url ?? '').split('?')[0] ?? '');
    if (!found) return problems.notFound;
    if (!take()) return problems.tooMany;
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return problems.tooLarge;
    const event = JSON.stringify(createEvent(request, found, body, requestId));
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
    } catch (error) {
      return error instanceof URIError ? problems.badRequest : problems.internal;
    }
  };

/**
 * Creates the responder of a service. With CORS, the gateway itself responds to preflights and sets all CORS headers.
 */
export const createResponder = (service: Service, invoke: Invoke, timeoutMs: number): Responder => {
  const respond = respondSafely(respondWithoutCors(service, invoke, timeoutMs));
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
