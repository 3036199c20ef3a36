import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Service } from '../read-service.ts';
import { createResponder, type Invoke, type Responder } from './create-responder.ts';
import { problems } from './problems.ts';
import type { GatewayResponse } from './read-response.ts';

/** How long an HTTP API waits for a function, in milliseconds; in AWS it cannot be raised. */
const INTEGRATION_TIMEOUT_MS = 30_000;

/** A gateway that can be given another service while it runs. */
export interface Gateway {
  readonly server: Server;
  /** From now on, answers as this service. */
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

/** A header that HTTP does not allow is a fault of the function, too. */
const sendSafely: typeof send = (request, response, gatewayResponse, requestId) => {
  try {
    send(request, response, gatewayResponse, requestId);
  } catch {
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send(request, response, problems.internal, requestId);
  }
};

/**
 * An HTTP server that behaves as an AWS HTTP API with payload format 2.0. Until it is given a service it is unavailable.
 * `limit` is how long it waits for a function.
 */
export const createGateway = ({ limit = INTEGRATION_TIMEOUT_MS }: { readonly limit?: number } = {}): Gateway => {
  let respond: Responder = async () => problems.unavailable;
  const server = createServer(async (request, response) => {
    const requestId = randomUUID();
    sendSafely(request, response, await respond(request, requestId), requestId);
  });
  return {
    server,
    use: (service, invoke) => {
      respond = createResponder(service, invoke, limit);
    },
  };
};
