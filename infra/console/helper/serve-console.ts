import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalServer, readBody, readTarget } from '../../local/server/local-server.ts';
import { commandLine } from '../../program/command-line.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { ConsoleEvent } from '../protocol/protocol.ts';
import { createEventStream } from './event-stream.ts';
import { type Reply, readPageFile, replyProblem } from './page-files.ts';
import { createRoutes, type Routes } from './routes.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser. If there is no browser, the user still sees the address in the terminal. */
export const openInBrowser = (url: string): void => {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
};

const MISDIRECTED_REQUEST = 421;
const FORBIDDEN = 403;

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Refuses requests that use another name of this machine (DNS rebinding), and requests from pages of other origins. */
export const checkSender = (headers: IncomingHttpHeaders, port: number): Refusal | undefined => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!hosts.includes(host.toLowerCase()))
    return { status: MISDIRECTED_REQUEST, message: 'The console accepts requests only at its own address.' };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return { status: FORBIDDEN, message: 'The console accepts requests only from its own page.' };
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate')
    return { status: FORBIDDEN, message: 'The console accepts requests only from its own page.' };
  return undefined;
};

const LOOPBACK = '127.0.0.1';
const MAX_BODY_MB = 64;
const TOO_LARGE = `The file is larger than ${MAX_BODY_MB} MB, the limit of the console. Put it into data/ and use ${commandLine('check')}.`;

const UNREADABLE = replyProblem('The console cannot read the address of this request. Open its own address.', 400);

export interface Console {
  /** With a slash at its end. */
  readonly url: string;
  notify(event: ConsoleEvent): void;
  close(): Promise<void>;
}

const SAFETY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const sendReply = (response: ServerResponse, { status, headers, body }: Reply): void => {
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
  const server = createLocalServer(async (request, response) => {
    const target = readTarget(request);
    if (target === undefined) return sendReply(response, UNREADABLE);
    const own = (server.address() as AddressInfo).port;
    const refusal = checkSender(request.headers, own);
    if (refusal) return sendReply(response, replyProblem(refusal.message, refusal.status));
    const url = new URL(`http://${LOOPBACK}${target}`);
    if (url.pathname === '/api/events') return events.add(response);
    return sendReply(response, await answerSafely(request, url, routes));
  });
  await once(server.listen(port, LOOPBACK), 'listening');
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`, notify: events.send, close };
};
