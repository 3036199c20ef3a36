import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandLine } from '../../build/command-line.ts';
import { readBody } from '../../local/read-body.ts';
import type { ConsoleHost } from '../console-host.ts';
import type { ConsoleEvent } from '../protocol.ts';
import { checkSender } from './check-sender.ts';
import { createEventStream } from './event-stream.ts';
import { readPageFile } from './page-files.ts';
import { type Reply, replyProblem } from './reply.ts';
import { createRoutes, type Routes } from './routes.ts';

const LOOPBACK = '127.0.0.1';
const MAX_BODY_MB = 64;
const TOO_LARGE = `The file is larger than ${MAX_BODY_MB} MB, the limit of the console. Put it into data/ and use ${commandLine('check')}.`;

/** A console that is being served. */
export interface Console {
  /** The address of the page, with a slash at its end. */
  readonly url: string;
  /** Tells the open pages what changed. */
  notify(event: ConsoleEvent): void;
  close(): Promise<void>;
}

const SAFETY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const send = (response: ServerResponse, { status, headers, body }: Reply): void => {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...SAFETY_HEADERS, ...headers, ...(status !== 204 && length) }).end(body);
};

const answer = async (request: IncomingMessage, url: URL, routes: Routes): Promise<Reply> => {
  const route = routes[`${request.method} ${url.pathname}`];
  if (!route) {
    if (request.method === 'GET') return readPageFile(url.pathname);
    return replyProblem(`The console has no route ${request.method} ${url.pathname}.`, 404);
  }
  const body = await readBody(request, MAX_BODY_MB * 1024 * 1024);
  if (!body) return replyProblem(TOO_LARGE, 413);
  return route({ url, headers: request.headers, body });
};

const answerSafely: typeof answer = async (request, url, routes) => {
  try {
    return await answer(request, url, routes);
  } catch (error) {
    return replyProblem(`The request to the console failed: ${(error as Error).message}`, 500);
  }
};

/** Serves the page and its helper on a port of its own, on this machine only. */
export const serveConsole = async (host: ConsoleHost, port = 0): Promise<Console> => {
  const events = createEventStream();
  const routes = createRoutes(host);
  const server = createServer(async (request, response) => {
    const own = (server.address() as AddressInfo).port;
    const refusal = checkSender(request.headers, own);
    if (refusal) return send(response, replyProblem(refusal.message, refusal.status));
    const url = new URL(request.url ?? '/', `http://${LOOPBACK}`);
    if (url.pathname === '/api/events') return events.add(response);
    return send(response, await answerSafely(request, url, routes));
  });
  await once(server.listen(port, LOOPBACK), 'listening');
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`, notify: events.send, close };
};
