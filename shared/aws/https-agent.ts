import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

interface Use {
  isReused: boolean;
  idleMs: number;
}

const uses = new AsyncLocalStorage<Use>();

/** Times by the wall clock, because other clocks may stop while Lambda freezes a function. */
const idleSince = new WeakMap<Duplex, number>();

export const watchReuse = (agent: Agent): void => {
  const { keepSocketAlive, reuseSocket } = agent as unknown as {
    keepSocketAlive(this: Agent, socket: Duplex): boolean;
    reuseSocket(this: Agent, socket: Duplex, request: ClientRequest): void;
  };
  Object.assign(agent, {
    keepSocketAlive: (socket: Duplex): boolean => {
      idleSince.set(socket, Date.now());
      return keepSocketAlive.call(agent, socket);
    },
    reuseSocket: (socket: Duplex, request: ClientRequest): void => {
      const idleMs = Date.now() - (idleSince.get(socket) ?? 0);
      Object.assign(uses.getStore() ?? {}, { isReused: true, idleMs });
      reuseSocket.call(agent, socket, request);
    },
  });
};

/** Closes the idle connections to a host. The service has probably closed its side while Lambda froze the function. */
const closeIdle = ({ freeSockets }: Agent, host: string): void => {
  const names = Object.keys(freeSockets).filter((name) => name.startsWith(`${host}:`));
  for (const socket of names.flatMap((name) => freeSockets[name] ?? [])) socket.destroy();
};

/** The service may have closed a connection that was idle for longer, without a notice to us. */
const LONG_IDLE_MS = 5_000;
/** After this time without a response on a long idle connection, the request is also sent on a new one. */
const MAX_SILENCE_MS = 1_000;

export interface ReusableRequest<Response> {
  readonly agent: Agent;
  readonly host: string;
  /** True if a service may get the request twice when it does not answer. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  readonly send: (signal: AbortSignal | undefined) => Promise<Response>;
}

/**
 * Repeats a request on a new connection if the old connection stays silent. The first response wins and ends the other
 * request.
 */
const withoutSilence = async <Response>(
  first: Promise<Response>,
  cancelFirst: () => void,
  { agent, host, signal, send }: ReusableRequest<Response>,
): Promise<Response> => {
  const { promise: silence, resolve } = Promise.withResolvers<'silent'>();
  const timer = setTimeout(() => resolve('silent'), MAX_SILENCE_MS);
  const early = await Promise.race([first, silence]).finally(() => clearTimeout(timer));
  if (early !== 'silent') return early as Response;
  closeIdle(agent, host);
  const second = new AbortController();
  const together = signal ? AbortSignal.any([signal, second.signal]) : second.signal;
  const fresh = send(together);
  const isFirst = await Promise.any([first.then(() => true), fresh.then(() => false)]).catch(() => false);
  if (isFirst) second.abort();
  else cancelFirst();
  fresh.catch(() => undefined);
  first.catch(() => undefined);
  return isFirst ? first : fresh;
};

/**
 * Services close idle connections while Lambda has frozen the function. If a reused connection fails before the
 * response begins, repeats the request on a new connection. If a long idle connection stays silent, sends the request
 * on a new connection too.
 */
export const sendOnLiveConnection = async <Response>(request: ReusableRequest<Response>): Promise<Response> => {
  const { agent, host, isRepeatable, signal, send } = request;
  const use: Use = { isReused: false, idleMs: 0 };
  const own = new AbortController();
  const first = uses.run(use, () => send(signal ? AbortSignal.any([signal, own.signal]) : own.signal));
  const isSuspect = use.isReused && use.idleMs > LONG_IDLE_MS && isRepeatable;
  try {
    return await (isSuspect ? withoutSilence(first, () => own.abort(), request) : first);
  } catch (error) {
    if (!use.isReused || signal?.aborted) throw error;
    closeIdle(agent, host);
    return send(signal);
  }
};

const MAX_SOCKETS = 50;
const HTTPS_PORT = 443;

const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
watchReuse(agent);
const connect = agent.createConnection.bind(agent);

/** Connections that were opened in advance, until a request uses them. */
const ready = new Map<string, TLSSocket>();

const nameOf = (host: unknown, port: unknown): string => `${host}:${port ?? HTTPS_PORT}`;

const takeReady = (name: string): TLSSocket | undefined => {
  const socket = ready.get(name);
  ready.delete(name);
  if (!socket?.writable || !socket.readable) return undefined;
  socket.removeAllListeners('error');
  return socket;
};

export const httpsAgent: Agent = Object.assign(agent, {
  createConnection: ((options, done) =>
    takeReady(nameOf(options.host, options.port)) ?? connect(options, done)) satisfies Agent['createConnection'],
});

/**
 * Opens a TLS connection in advance for the next request to a host. Never throws: if the connection fails or the signal
 * aborts, the request opens its own connection.
 */
export const openConnection = async (host: string, port: number | undefined, signal: AbortSignal): Promise<void> => {
  const name = nameOf(host, port);
  if (ready.has(name)) return;
  const socket = connect({
    ...agent.options,
    host,
    port: port ?? HTTPS_PORT,
    servername: isIP(host) ? '' : host,
  }) as TLSSocket;
  const drop = (): void => {
    if (ready.get(name) === socket) ready.delete(name);
    socket.destroy();
  };
  socket.on('error', drop);
  try {
    await once(socket, 'secureConnect', { signal });
    ready.set(name, socket);
  } catch {
    drop();
  }
};
