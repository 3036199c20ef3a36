import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EmulatorServer, isSigned, startEmulatorServer } from './emulator-server.ts';
import type { Effect } from './faults.ts';

export interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
  /** Aborted if the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  readonly fault?: Effect;
}

export interface EmulatorReply {
  readonly status: number;
  /** The error's name in the service's model. */
  readonly error?: string;
  readonly body: object;
}

export type JsonEmulator = EmulatorServer;

interface JsonEmulatorOptions {
  readonly contentType: string;
  /** Returns the reply for an error name, in the service's format. */
  readonly errorReply: (error: string, message?: string) => EmulatorReply;
  readonly answer: (call: Call) => Promise<EmulatorReply>;
}

const send = (response: ServerResponse, { status, error, body }: EmulatorReply, contentType: string): void => {
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

/** Starts the emulator of an AWS service with a JSON protocol, on 127.0.0.1. */
export const startJsonEmulator = ({ contentType, errorReply, answer }: JsonEmulatorOptions): Promise<JsonEmulator> => {
  const replyTo = async (call: Call): Promise<EmulatorReply> => {
    if (!isSigned(call.request))
      return errorReply('MissingAuthenticationTokenException', 'Missing Authentication Token');
    return answer(call).catch(() => errorReply('InternalFailure'));
  };
  return startEmulatorServer({
    skewed: 'InvalidSignatureException',
    answer: async (call, response) => {
      send(response, await replyTo({ ...call, body: call.body.toString() }), contentType);
    },
    refuse: (response, { error, message, status }) => {
      const reply = errorReply(error, message);
      send(response, { ...reply, status: status ?? reply.status }, contentType);
    },
  });
};
