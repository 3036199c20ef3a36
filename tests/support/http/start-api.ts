import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly response: ServerResponse;
}

/** Undefined if the handler has answered itself. */
export type ApiAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly text?: string | Buffer;
      readonly json?: unknown;
    }
  | undefined;

export type ApiHandler = (request: ApiRequest, count: number) => ApiAnswer | Promise<ApiAnswer>;

export interface Api {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ApiRequest[];
  answer(handler: ApiHandler): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();

export const startApi = async (first: ApiHandler = () => ({ json: [] })): Promise<Api> => {
  let handler = first;
  let requests: ApiRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const asked = {
      method,
      url: new URL(url, `http://${headers.host}`),
      headers,
      body: await bodyOf(request),
      response,
    };
    requests.push(asked);
    const answer = await handler(asked, requests.length);
    if (!answer) return;
    const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json) } = answer;
    response.writeHead(status, {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...answer.headers,
    });
    response.end(text);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get requests() {
      return requests;
    },
    answer: (next) => {
      handler = next;
      requests = [];
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
