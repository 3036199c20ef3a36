import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** An import of node:http would also load undici, which takes 50 ms of processor time. */
export const http = process.getBuiltinModule('node:http');

/** Returns undefined if the body exceeds `limit` bytes. Rejects if the client disconnects. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<Buffer | undefined> => {
  if (Number(request.headers['content-length']) > limit) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * True for a request that a web page sends, or that uses another name of this machine: a page may have pointed its own name
 * at 127.0.0.1 (DNS rebinding). Functions and commands send neither.
 */
export const isForeign = ({ headers, socket }: IncomingMessage): boolean => {
  const { host = '', origin } = headers;
  const isOwn = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`].includes(host.toLowerCase());
  return !isOwn || origin !== undefined || headers['sec-fetch-site'] !== undefined;
};

/** Matches the scheme and the host at the beginning of an absolute address. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

const canDecode = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
};

/** Removes the host of an absolute address. Undefined for an invalid address. */
export const readTarget = ({ url = '' }: IncomingMessage): string | undefined => {
  const isAbsolute = ORIGIN.test(url);
  if (isAbsolute && !URL.canParse(url)) return undefined;
  const target = isAbsolute ? url.replace(ORIGIN, '') || '/' : url;
  const [path = ''] = target.split('?', 1);
  return /^\/(?!\/)/.test(path) && canDecode(path) ? target : undefined;
};

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** The time within which a request must arrive, as at an HTTP API. */
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

/**
 * Outlives every request. Closes the connection of a request that fails, and responds with 400 to a request for a
 * tunnel (CONNECT).
 */
export const createLocalServer = (
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Server => {
  const timeouts = { requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS };
  const server = http.createServer(timeouts, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(BAD_REQUEST);
  });
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time within which several signals count as one, because one Ctrl-C may arrive twice: from the terminal and from npm.
 */
const DUPLICATE_SIGNAL_MS = 300;

/**
 * Returns an AbortSignal that aborts on the first SIGINT, SIGTERM or SIGHUP. A second such signal ends the process at
 * once.
 */
export const createEndSignal = (): AbortSignal => {
  const controller = new AbortController();
  let asked = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (controller.signal.aborted && performance.now() - asked > DUPLICATE_SIGNAL_MS) process.exit(1);
      if (!controller.signal.aborted) asked = performance.now();
      controller.abort();
    });
  }
  return controller.signal;
};
