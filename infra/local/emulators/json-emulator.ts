import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Front, isSigned, startFront } from './emulator-server.ts';

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

export type StandIn = Front;

interface StandInOptions {
  readonly contentType: string;
  /** The reply for an error by name, as the service words it. */
  readonly errorReply: (error: string, message?: string) => Reply;
  readonly answer: (call: Call) => Promise<Reply>;
}

const send = (response: ServerResponse, { status, error, body }: Reply, contentType: string): void => {
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

/** A stand-in for an AWS service that speaks JSON, on 127.0.0.1. */
export const startStandIn = ({ contentType, errorReply, answer }: StandInOptions): Promise<StandIn> => {
  const replyTo = async (call: Call): Promise<Reply> => {
    if (!isSigned(call.request))
      return errorReply('MissingAuthenticationTokenException', 'Missing Authentication Token');
    return answer(call).catch(() => errorReply('InternalFailure'));
  };
  return startFront({
    skewed: 'InvalidSignatureException',
    answer: async ({ request, body, signal }, response) => {
      send(response, await replyTo({ request, body: body.toString(), signal }), contentType);
    },
    refuse: (response, { error, message, status }) => {
      const reply = errorReply(error, message);
      send(response, { ...reply, status: status ?? reply.status }, contentType);
    },
  });
};
