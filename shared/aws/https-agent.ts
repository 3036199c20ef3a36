import { once } from 'node:events';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { watchReuse } from './reused-connection.ts';

/** Limit on open connections to one host. */
const MAX_SOCKETS = 50;
const HTTPS_PORT = 443;

const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
watchReuse(agent);
const connect = agent.createConnection.bind(agent);

/** Connections that were opened in advance, and that no request uses yet. */
const ready = new Map<string, TLSSocket>();

const nameOf = (host: unknown, port: unknown): string => `${host}:${port ?? HTTPS_PORT}`;

const takeReady = (name: string): TLSSocket | undefined => {
  const socket = ready.get(name);
  ready.delete(name);
  if (!socket?.writable || !socket.readable) return undefined;
  socket.removeAllListeners('error');
  return socket;
};

/** The agent of the requests to all AWS services. A request uses the connection that is already open to its host, if there is one. */
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
