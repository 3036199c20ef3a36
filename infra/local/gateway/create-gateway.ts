import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Service } from '../read-service.ts';
import { createResponder, type Invoke, type Responder } from './create-responder.ts';
import { problems } from './problems.ts';
import type { GatewayResponse } from './read-response.ts';

/** The integration timeout of an HTTP API. AWS does not allow a longer one. */
const INTEGRATION_TIMEOUT_MS = 30_000;

/** A gateway whose service can be replaced while it runs. */
export interface Gateway {
  readonly server: Server;
  /** Serves this service from now on. */
  use(service: Service, invoke: Invoke): void;
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

interface GatewayOptions {
  /** Timeout of a function in milliseconds. */
  readonly limit?: number;
  /** Called for a request whose URL no route matches. */
  readonly onUnknown?: (method: string, url: string) => void;
}

/**
 * Creates a server that behaves like an AWS HTTP API with payload format 2.0. Responds with 503 until `use` is called.
 */
export const createGateway = ({ limit = INTEGRATION_TIMEOUT_MS, onUnknown }: GatewayOptions = {}): Gateway => {
  let respond: Responder = async () => problems.unavailable;
  const server = createServer(async (request, response) => {
    const requestId = randomUUID();
    const gatewayResponse = await respond(request, requestId);
    if (gatewayResponse.status === problems.notFound.status) onUnknown?.(request.method ?? '', request.url ?? '');
    sendSafely(request, response, gatewayResponse, requestId);
  });
  return {
    server,
    use: (service, invoke) => {
      respond = createResponder(service, invoke, limit);
    },
  };
};
