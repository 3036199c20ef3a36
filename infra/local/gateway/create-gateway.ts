import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RefusedEndpoint } from '../../dashboard/definition/refusals.ts';
import type { Service } from '../../stack/template/read-service.ts';
import { createLocalServer, readTarget } from '../server/local-server.ts';
import { createRouteMatcher } from './create-event.ts';
import { createResponder, type GatewayResponse, type Invoke, problems, type Responder } from './create-responder.ts';

/** The integration timeout of an HTTP API. AWS does not allow a longer one. */
const INTEGRATION_TIMEOUT_MS = 30_000;

export interface Gateway {
  readonly server: Server;
  use(service: Service, invoke: Invoke): void;
  refuse(endpoints: readonly RefusedEndpoint[]): void;
}

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  gatewayResponse: GatewayResponse,
  requestId: string,
): void => {
  for (const [name, value] of Object.entries(gatewayResponse.headers)) response.setHeader(name, value);
  if (gatewayResponse.cookies.length > 0) response.setHeader('set-cookie', gatewayResponse.cookies);
  if (gatewayResponse.status !== 204) response.setHeader('content-length', gatewayResponse.body.length);
  response.setHeader('apigw-requestid', requestId);
  if (!request.complete) {
    response.setHeader('connection', 'close');
    request.resume();
  }
  response.writeHead(gatewayResponse.status).end(gatewayResponse.body);
};

/** Sends a response, or 500 if the function's headers are not valid in HTTP. */
const sendSafely: typeof send = (request, response, gatewayResponse, requestId) => {
  try {
    send(request, response, gatewayResponse, requestId);
  } catch {
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send(request, response, problems.internal, requestId);
  }
};

export interface GatewayRequest {
  readonly id: string;
  readonly address: string;
  /** The key of the route; a dash for an unknown address and for a preflight. */
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Answers a request that is for no endpoint. Returns false if the request is for the endpoints. */
export type AnswerOwn = (request: IncomingMessage, response: ServerResponse) => boolean;

interface GatewayOptions {
  /** Answers requests for pages of the local stack itself, which the gateway neither reports nor passes on. */
  readonly answerOwn?: AnswerOwn | undefined;
  /** Milliseconds. */
  readonly limit?: number;
  readonly onUnknown?: (method: string, url: string, status: number) => void;
  readonly onAnswered?: (request: GatewayRequest) => void;
}

/** Returns a function that finds the key of the route of a request; a dash if there is none. */
const createRouteNaming = ({ routes }: Service): ((method: string, path: string) => string) => {
  const match = createRouteMatcher(routes);
  return (method, path) => {
    try {
      return match(method, path)?.route.key ?? '-';
    } catch {
      return '-';
    }
  };
};

/**
 * Finds the refused endpoint that a path names. If the component of the endpoint is unknown, accepts any first part of
 * the path.
 */
const findRefused = (refused: readonly RefusedEndpoint[], path: string): RefusedEndpoint | undefined =>
  refused.find(({ slug, path: own, isKnown }) => {
    const known = isKnown || own !== `/${slug}` ? encodeURI(own) : path.split('/', 2).join('/') + own;
    return path === known || path.startsWith(`${known}/`);
  });

/**
 * Creates a server that behaves like an AWS HTTP API with payload format 2.0. Responds with 503 until `use` is called.
 */
export const createGateway = ({
  limit = INTEGRATION_TIMEOUT_MS,
  onUnknown,
  onAnswered,
  answerOwn,
}: GatewayOptions = {}): Gateway => {
  let nameRoute = (_method: string, _path: string): string => '-';
  let respond: Responder = async () => problems.unavailable;
  let refused: readonly RefusedEndpoint[] = [];
  const server = createLocalServer(async (request, response) => {
    if (answerOwn?.(request, response)) return;
    const requestId = randomUUID();
    const startedAt = performance.now();
    const gatewayResponse = await respond(request, requestId);
    const { status } = gatewayResponse;
    const isUnknown = status === problems.notFound.status || readTarget(request) === undefined;
    if (isUnknown) onUnknown?.(request.method ?? '', request.url ?? '', status);
    sendSafely(request, response, gatewayResponse, requestId);
    const [path = ''] = (readTarget(request) ?? request.url ?? '').split('?', 1);
    onAnswered?.({
      id: requestId,
      address: request.socket.remoteAddress ?? '-',
      route: nameRoute(request.method ?? '', path),
      path,
      status,
      milliseconds: performance.now() - startedAt,
      bytes: gatewayResponse.body.length,
    });
  });
  return {
    server,
    use: (service, invoke) => {
      nameRoute = createRouteNaming(service);
      respond = createResponder(service, invoke, limit, (path) => findRefused(refused, path));
    },
    refuse: (endpoints) => {
      refused = endpoints;
    },
  };
};
