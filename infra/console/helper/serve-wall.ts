import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { AnswerOwn } from '../../local/gateway/create-gateway.ts';
import { readBody, readTarget } from '../../local/server/local-server.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { ConsoleEvent } from '../protocol/protocol.ts';
import { createEventStream } from './event-stream.ts';
import { type Reply, readWallFile, replyProblem } from './page-files.ts';
import type { Routes } from './routes.ts';
import { type Refusal, sendReply } from './serve-console.ts';
import { createWallRoutes, publicEvent } from './wall-routes.ts';

/** A wall loads everything below this path. */
export const WALL_PATH = '/wall';

const MAX_ASK_BYTES = 4096;
/** Further pages only ask at intervals. */
const MAX_LISTENERS = 100;
const MISDIRECTED_REQUEST = 421;
const FORBIDDEN = 403;

/** Returns the name in a header Host, without its port. */
const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/**
 * True for names that no other site can point at this machine (DNS rebinding): addresses, names of the local network, and
 * the name of this machine.
 */
const isLocalName = (name: string): boolean =>
  isIP(name) > 0 || /^[a-z0-9-]+(?:\.local)?$/.test(name) || name === hostname().toLowerCase();

/** Refuses requests that use a foreign name, and requests from pages of other origins. */
export const checkWallSender = (headers: IncomingHttpHeaders): Refusal | undefined => {
  const { host = '', origin } = headers;
  if (!isLocalName(nameIn(host)))
    return { status: MISDIRECTED_REQUEST, message: 'The wall is opened by the address or the name of this machine.' };
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  const isEmbedded = headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate';
  if (isForeign || isEmbedded) return { status: FORBIDDEN, message: 'The wall answers its own page alone.' };
  return undefined;
};

const NOTHING = replyProblem('The wall has no such page.', 404);

/** Answers a request by its path below `/wall`. */
const answer = async (request: IncomingMessage, path: string, query: string, routes: Routes): Promise<Reply> => {
  const route = routes[`${request.method} ${path}`];
  if (!route) return (request.method === 'GET' && (await readWallFile(path))) || NOTHING;
  const body = await readBody(request, MAX_ASK_BYTES);
  if (!body) return replyProblem('The request is too large.', 413);
  return route({ url: new URL(`http://wall/?${query}`), headers: request.headers, body });
};

const answerSafely: typeof answer = async (...asked) => {
  try {
    return await answer(...asked);
  } catch {
    return replyProblem('The wall cannot answer now.', 500);
  }
};

export interface SharedWall {
  readonly answerOwn: AnswerOwn;
  open(host: ConsoleHost): void;
  notify(event: ConsoleEvent): void;
}

/** Serves nothing until `open` is called. */
export const createSharedWall = (): SharedWall => {
  const events = createEventStream();
  let routes: Routes = {};
  const respond = async (request: IncomingMessage, response: ServerResponse, target: string): Promise<void> => {
    const refusal = checkWallSender(request.headers);
    if (refusal) return sendReply(response, replyProblem(refusal.message, refusal.status));
    const [path = '', query = ''] = target.slice(WALL_PATH.length).split('?', 2);
    const isListener = request.method === 'GET' && path === '/api/events';
    if (isListener && events.count() < MAX_LISTENERS) return events.add(response);
    return sendReply(response, await answerSafely(request, path || '/', query, routes));
  };
  return {
    answerOwn: (request, response) => {
      const target = readTarget(request) ?? '';
      const [path = ''] = target.split('?', 1);
      if (path !== WALL_PATH && !path.startsWith(`${WALL_PATH}/`)) return false;
      respond(request, response, target).catch(() => response.destroy());
      return true;
    },
    open: (host) => {
      routes = createWallRoutes({ ...host, mode: 'deployed' });
    },
    notify: (event) => events.send(publicEvent(event)),
  };
};
