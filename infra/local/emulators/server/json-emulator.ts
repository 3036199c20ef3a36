import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EmulatorServer, isSigned, startEmulatorServer } from './emulator-server.ts';
import type { Effect } from './faults.ts';
import type { SessionKey } from './signature.ts';

export interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
  /** Aborted if the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  readonly fault?: Effect;
}

export interface EmulatorReply {
  readonly status: number;
  readonly error?: string;
  readonly body: object;
}

export type JsonEmulator = EmulatorServer;

interface JsonEmulatorOptions {
  readonly contentType: string;
  readonly errorReply: (error: string, message?: string) => EmulatorReply;
  readonly answer: (call: Call) => Promise<EmulatorReply>;
  readonly key?: SessionKey | undefined;
}

export const JSON_ERRORS = {
  skewed: 'InvalidSignatureException',
  unsigned: 'MissingAuthenticationTokenException',
  unknownKey: 'UnrecognizedClientException',
  wrongSignature: 'InvalidSignatureException',
} as const;

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

export const startJsonEmulator = ({
  contentType,
  errorReply,
  answer,
  key,
}: JsonEmulatorOptions): Promise<JsonEmulator> => {
  const replyTo = async (call: Call): Promise<EmulatorReply> => {
    if (!isSigned(call.request))
      return errorReply('MissingAuthenticationTokenException', 'Missing Authentication Token');
    return answer(call).catch(() => errorReply('InternalFailure'));
  };
  return startEmulatorServer({
    errors: JSON_ERRORS,
    key,
    answer: async (call, response) => {
      send(response, await replyTo({ ...call, body: call.body.toString() }), contentType);
    },
    refuse: (response, { error, message, status }) => {
      const reply = errorReply(error, message);
      send(response, { ...reply, status: status ?? reply.status }, contentType);
    },
  });
};
