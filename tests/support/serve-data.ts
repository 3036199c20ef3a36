import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { digestOf } from '../../shared/token/digest.ts';

export interface Behaviour {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowsPages?: boolean;
  readonly token?: string;
  /** A request with a digest then gets 503. */
  readonly lacksParameter?: boolean;
  readonly takesOldRequests?: boolean;
}

const MAX_AGE_MS = 300_000;

const isSigned = (request: string, { token, takesOldRequests }: Behaviour): boolean => {
  if (token === undefined) return true;
  const { currentTime, timePeriod, token: sent } = JSON.parse(request);
  const isNew = takesOldRequests || Math.abs(Date.now() - currentTime) <= MAX_AGE_MS;
  return isNew && sent === digestOf(String(timePeriod), String(currentTime), token).toString('hex');
};

const respond = async (request: IncomingMessage, response: ServerResponse, behaviour: Behaviour): Promise<void> => {
  const { status = 200, body = {}, headers = {}, allowsPages = true } = behaviour;
  const cors = allowsPages ? { 'access-control-allow-origin': '*' } : {};
  if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
  const sent = await text(request);
  if (behaviour.lacksParameter && JSON.parse(sent).token !== undefined) {
    const problem = { error: 'TOKEN_UNAVAILABLE', msg: 'The token of this endpoint cannot be read.', details: [] };
    return void response.writeHead(503, cors).end(JSON.stringify(problem));
  }
  const isAllowed = isSigned(sent, behaviour);
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(isAllowed ? status : 401, { ...cors, ...headers }).end(isAllowed ? content : '{}');
};

export const serveData = async (behaviours: Readonly<Record<string, Behaviour>>) => {
  const server = createServer((request, response) => {
    void respond(request, response, behaviours[request.url ?? ''] ?? { status: 404, body: { message: 'Not Found' } });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
