import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Fault, Faults } from './faults.ts';

export interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status: number;
  /** The error's name in the service's model. */
  readonly error?: string;
  readonly body: object;
}

export interface StandIn {
  readonly url: string;
  fail(fault: Fault): void;
  close(): Promise<void>;
}

interface StandInOptions {
  readonly contentType: string;
  readonly faults: Faults;
  /** The reply for an error by name, as the service words it. */
  readonly errorReply: (error: string, message?: string) => Reply;
  readonly answer: (call: Call) => Promise<Reply>;
}

const send = (response: ServerResponse, { status, error, body }: Reply, contentType: string) => {
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
    ...(error && { 'x-amzn-errortype': error }),
  });
  response.end(text);
};

/** Nothing of AWS answers without credentials. */
const isSigned = ({ headers }: IncomingMessage): boolean => headers.authorization?.startsWith('AWS4-') ?? false;

const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
};

/** A stand-in for an AWS service on 127.0.0.1: what all of them do alike, around the answer of one. */
export const startStandIn = async ({ contentType, faults, errorReply, answer }: StandInOptions): Promise<StandIn> => {
  const replyTo = async (request: IncomingMessage, response: ServerResponse): Promise<Reply | undefined> => {
    const signal = goneSignal(response);
    const body = (await buffer(request)).toString();
    if (!isSigned(request)) return errorReply('MissingAuthenticationTokenException', 'Missing Authentication Token');
    const fault = faults.take();
    if (!fault) return answer({ request, body, signal });
    if ('drop' in fault) request.socket.destroy();
    if (!('error' in fault)) return undefined;
    const reply = errorReply(fault.error, fault.message);
    return { ...reply, status: fault.status ?? reply.status };
  };

  const server = createServer(async (request, response) => {
    try {
      const reply = await replyTo(request, response);
      if (reply) send(response, reply, contentType);
    } catch {
      send(response, errorReply('InternalFailure'), contentType);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    fail: faults.fail,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
