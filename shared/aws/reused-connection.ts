import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientRequest } from 'node:http';
import type { Agent } from 'node:https';
import type { Duplex } from 'node:stream';

/** How a request got its connection. */
interface Use {
  isReused: boolean;
  /** Milliseconds for which a reused connection had been idle. */
  idleMs: number;
}

const uses = new AsyncLocalStorage<Use>();

/** When each connection became idle. By the clock of the day, because other clocks may stop while Lambda freezes a function. */
const idleSince = new WeakMap<Duplex, number>();

/** Lets an agent notice which requests reuse a connection, and for how long the connection had been idle. */
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

/** Closes the idle connections to a host, which the service has probably closed while Lambda froze the function. */
const closeIdle = ({ freeSockets }: Agent, host: string): void => {
  const names = Object.keys(freeSockets).filter((name) => name.startsWith(`${host}:`));
  for (const socket of names.flatMap((name) => freeSockets[name] ?? [])) socket.destroy();
};

/** A connection that was idle for longer may have been closed by the service without a word. */
const LONG_IDLE_MS = 5_000;
/** How long a connection that was idle for long may say nothing before a second one is tried. */
const MAX_SILENCE_MS = 1_000;

export interface ReusableRequest<Response> {
  readonly agent: Agent;
  readonly host: string;
  /** True if a service may get the request twice when it does not answer. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  readonly send: (signal: AbortSignal | undefined) => Promise<Response>;
}

/** Repeats a request on a new connection if the old one says nothing. The first response counts; the other request ends. */
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
 * Sends a request. Services close idle connections while Lambda has frozen the function. An error on a reused connection,
 * before the response begins, closes all idle connections to that host, and the request is repeated at once on a new one.
 * If a connection that was idle for long says nothing, the request is sent on a second one too.
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
