import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createLocalServer, http, isForeign, readTarget } from '../../server/local-server.ts';
import { createFaults, type Effect, type Fault, type Faults } from './faults.ts';
import { findSignatureFault, type SessionKey, type SignatureFault } from './signature.ts';

type Degrade = (response: ServerResponse, body: Buffer) => Promise<void>;

const sendPieces = async (response: ServerResponse, body: Buffer, size: number, every: number): Promise<void> => {
  for (let sent = 0; sent < body.length && !response.destroyed; sent += size) {
    await setTimeout(every, undefined, { ref: false });
    response.write(body.subarray(sent, sent + size));
  }
  response.end();
};

const degradeOf = (fault: Fault): Degrade | undefined => {
  if ('cut' in fault) {
    return async (response, body) => {
      response.write(body.subarray(0, fault.cut), () => response.destroy());
    };
  }
  if ('stall' in fault) {
    return async (response, body) => {
      response.flushHeaders();
      if (fault.stall > 0) response.write(body.subarray(0, fault.stall));
    };
  }
  if ('delay' in fault) {
    return async (response, body) => {
      await setTimeout(fault.delay, undefined, { ref: false });
      response.end(body);
    };
  }
  return 'drip' in fault ? (response, body) => sendPieces(response, body, fault.drip, fault.every) : undefined;
};

/**
 * Lets the service respond, then sends its response as the fault describes. A response with an empty body can only be
 * delayed.
 */
const degradeResponse = (response: ServerResponse, fault: Fault): void => {
  const degrade = degradeOf(fault);
  if (!degrade) return;
  const { write, end } = response;
  const held: Buffer[] = [];
  const hold = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) held.push(Buffer.from(chunk as string));
  };
  const release = (chunk?: unknown): ServerResponse => {
    hold(chunk);
    Object.assign(response, { write, end });
    const body = Buffer.concat(held);
    if (!response.headersSent) response.setHeader('content-length', body.length);
    if (body.length === 0 && !('delay' in fault)) return response.end();
    void degrade(response, body);
    return response;
  };
  Object.assign(response, {
    write: (chunk: unknown) => {
      hold(chunk);
      return true;
    },
    end: release,
  });
};

export interface Call {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** Aborted if the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /** Present if the emulated service itself has to apply the fault. */
  readonly fault?: Effect;
}

export interface EmulatorServer extends Pick<Faults, 'fail' | 'clearFaults'> {
  readonly url: string;
  readonly server: Server;
  /** Keyed by method and path, or by operation. */
  readonly calls: ReadonlyMap<string, number>;
  /** True while a call without a fault has no complete response. */
  isBusy(): boolean;
  /** Sets the clock of the service, which is the clock of this machine by default. Times are in milliseconds since 1970. */
  useClock(now: () => number): void;
  close(): Promise<void>;
}

type ErrorEffect = Extract<Effect, { readonly error: string }>;

interface EmulatorServerOptions {
  readonly answer: (call: Call, response: ServerResponse) => unknown;
  readonly refuse: (response: ServerResponse, error: ErrorEffect) => void;
  /** The service's names of errors for signatures that AWS would refuse. `skewed` is for the wrong time. */
  readonly errors: Readonly<Record<SignatureFault | 'skewed', string>>;
  /** The key with which every call must be signed. Without it, as in tests, the signature of a call is not verified. */
  readonly key?: SessionKey | undefined;
}

export const isSigned = ({ headers }: IncomingMessage): boolean => headers.authorization?.startsWith('AWS4-') ?? false;

/** The clock skew that S3 tolerates. Other services tolerate less. */
const MAX_SKEW_MS = 15 * 60_000;

const isSkewed = ({ headers }: IncomingMessage, now: number): boolean => {
  const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  if (!date || !time) return false;
  const signedAt = Date.parse(`${date.replace(/(....)(..)/, '$1-$2-')}T${time.replace(/(..)(..)/, '$1:$2:')}Z`);
  return Math.abs(now - signedAt) > MAX_SKEW_MS;
};

const nameOf = ({ method, headers }: IncomingMessage, target: string): string => {
  const operation = headers['x-amz-target'];
  return operation === undefined ? `${method} ${decodeURI(target.split('?', 1)[0] ?? '')}` : String(operation);
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

/** Returns false if the emulated service still has to respond. */
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
  return ['drop', 'error', 'reply', 'endless', 'hang', 'raw'].some((effect) => Object.hasOwn(fault, effect));
};

/** Faults apply only to signed calls. */
export const startEmulatorServer = async ({
  answer,
  refuse,
  errors,
  key,
}: EmulatorServerOptions): Promise<EmulatorServer> => {
  const faults = createFaults();
  const calls = new Map<string, number>();
  const healthy = new Set<ServerResponse>();
  let ownClock: (() => number) | undefined;

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = readTarget(request);
    if (target === undefined) return void response.writeHead(400, { connection: 'close' }).end();
    if (isForeign(request)) return void response.writeHead(403, { connection: 'close' }).end();
    const signal = goneSignal(response);
    const body = await buffer(request);
    const name = nameOf(request, target);
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (ownClock) response.setHeader('date', new Date(ownClock()).toUTCString());
    const wrong = key ? await findSignatureFault(request, body, key) : undefined;
    if (wrong) return refuse(response, { error: errors[wrong] });
    if (isSkewed(request, (ownClock ?? Date.now)())) return refuse(response, { error: errors.skewed });
    const fault = isSigned(request) ? faults.take(`${name} ${body}`) : undefined;
    if (!fault) healthy.add(response.once('close', () => healthy.delete(response)));
    if (fault && meet(fault, response, refuse)) return;
    if (fault) degradeResponse(response, fault);
    await answer({ request, body, signal, ...(fault && { fault }) }, response);
  };

  const server = createLocalServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    fail: faults.fail,
    clearFaults: faults.clearFaults,
    calls,
    isBusy: () => healthy.size > 0,
    useClock: (clock) => {
      ownClock = clock;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

/**
 * Creates a copy of a request whose body was already read, for a server that reads the body again. The copy does not
 * notice a disconnect.
 */
export const replay = ({ request, body }: Pick<Call, 'request' | 'body'>): IncomingMessage => {
  const { method, url, headers, rawHeaders, httpVersion, complete } = request;
  const parts = { method, url, headers, rawHeaders, httpVersion, complete };
  const again = Object.assign(new http.IncomingMessage(request.socket), parts);
  again.push(body);
  again.push(null);
  return again;
};
