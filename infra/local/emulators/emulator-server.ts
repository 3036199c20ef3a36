import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { degradeResponse } from './degrade-response.ts';
import { createFaults, type Effect, type Faults } from './faults.ts';

export interface Call {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** Aborted if the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /** The fault of this call, if the emulated service itself has to apply it. */
  readonly fault?: Effect;
}

/** The part that all emulators have in common. */
export interface EmulatorServer extends Pick<Faults, 'fail' | 'clearFaults'> {
  readonly url: string;
  /** The number of calls since the start, keyed by method and path, or by operation. */
  readonly calls: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

type ErrorEffect = Extract<Effect, { readonly error: string }>;

export interface EmulatorServerOptions {
  /** Responds like the real service. */
  readonly answer: (call: Call, response: ServerResponse) => unknown;
  /** Responds with an error in the service's format. */
  readonly refuse: (response: ServerResponse, error: ErrorEffect) => void;
  /** The service's error name for a signature with the wrong time. */
  readonly skewed: string;
}

/** True if the request is signed. AWS services refuse unsigned requests. */
export const isSigned = ({ headers }: IncomingMessage): boolean => headers.authorization?.startsWith('AWS4-') ?? false;

/** The clock skew that S3 tolerates. Other services tolerate less. */
const MAX_SKEW_MS = 15 * 60_000;

const isSkewed = ({ headers }: IncomingMessage): boolean => {
  const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  if (!date || !time) return false;
  const signedAt = Date.parse(`${date.replace(/(....)(..)/, '$1-$2-')}T${time.replace(/(..)(..)/, '$1:$2:')}Z`);
  return Math.abs(Date.now() - signedAt) > MAX_SKEW_MS;
};

const nameOf = ({ method, url = '', headers }: IncomingMessage): string => {
  const operation = headers['x-amz-target'];
  return operation === undefined ? `${method} ${decodeURI(url.split('?', 1)[0] ?? '')}` : String(operation);
};

const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
};

const CHUNK = Buffer.alloc(64 * 1024, ' ');

const sendEndlessly = (response: ServerResponse): void => {
  const send = (): void => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', send);
  send();
};

/** Responds to a call as a fault describes. Returns false if the emulated service still has to respond. */
const meet = (fault: Effect, response: ServerResponse, refuse: EmulatorServerOptions['refuse']): boolean => {
  if ('drop' in fault) response.destroy();
  if ('error' in fault) {
    if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
    refuse(response, fault);
  }
  if ('reply' in fault) {
    const { reply, status = 200, contentType = 'text/html' } = fault;
    response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(reply) }).end(reply);
  }
  if ('endless' in fault) sendEndlessly(response.writeHead(fault.endless));
  if ('raw' in fault) response.socket?.write(fault.raw);
  return ['drop', 'error', 'reply', 'endless', 'hang', 'raw'].some((effect) => effect in fault);
};

/** Starts the HTTP server of an emulator on 127.0.0.1. Faults apply only to signed calls. */
export const startEmulatorServer = async ({
  answer,
  refuse,
  skewed,
}: EmulatorServerOptions): Promise<EmulatorServer> => {
  const faults = createFaults();
  const calls = new Map<string, number>();

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const signal = goneSignal(response);
    const body = await buffer(request);
    const name = nameOf(request);
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (isSkewed(request)) return refuse(response, { error: skewed });
    const fault = isSigned(request) ? faults.take(`${name} ${body}`) : undefined;
    if (fault && meet(fault, response, refuse)) return;
    if (fault) degradeResponse(response, fault);
    await answer({ request, body, signal, ...(fault && { fault }) }, response);
  };

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: faults.fail,
    clearFaults: faults.clearFaults,
    calls,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
