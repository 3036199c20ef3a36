import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readBody } from '../read-body.ts';
import type { InvocationResult } from './function-error.ts';

/** The largest result that Lambda accepts from a function. */
export const MAX_RESULT_BYTES = 6_291_556;

export interface Invocation {
  readonly requestId: string;
  /** The event as JSON. */
  readonly event: string;
  /** Deadline of the invocation in milliseconds since 1970. */
  readonly deadline: number;
  readonly functionArn: string;
}

/** The Lambda Runtime API of one environment. */
export interface RuntimeApi {
  /** Address of the API: `host:port`. */
  readonly address: string;
  /** Resolves once the runtime asks for its first invocation; false if it reports that it could not start. */
  readonly started: Promise<boolean>;
  /** Sends an invocation to the runtime. Only one may run at a time. */
  invoke(invocation: Invocation): Promise<InvocationResult>;
  close(): void;
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const readResult = async (request: IncomingMessage, response: ServerResponse): Promise<InvocationResult> => {
  const payload = await readBody(request, MAX_RESULT_BYTES);
  if (payload !== undefined) {
    json(response, 202, { status: 'OK' });
    return { payload };
  }
  request.resume();
  const message = `the response is over the ${MAX_RESULT_BYTES} bytes that a function may send`;
  json(response, 413, { errorMessage: message, errorType: 'RequestEntityTooLarge' });
  return { error: { kind: 'size', message } };
};

const readError = async (request: IncomingMessage, response: ServerResponse): Promise<InvocationResult> => {
  const { errorType, errorMessage } = JSON.parse((await buffer(request)).toString() || '{}') as Record<string, unknown>;
  json(response, 202, { status: 'OK' });
  return { error: { kind: 'thrown', message: `${errorType}: ${errorMessage}` } };
};

const send = (response: ServerResponse, { requestId, event, deadline, functionArn }: Invocation): void => {
  const headers = {
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': requestId,
    'lambda-runtime-deadline-ms': String(deadline),
    'lambda-runtime-invoked-function-arn': functionArn,
  };
  response.writeHead(200, headers).end(event);
};

const PREFIX = '/2018-06-01/runtime/';

/** Starts the Runtime API for one environment. */
export const startRuntimeApi = async (): Promise<RuntimeApi> => {
  const started = Promise.withResolvers<boolean>();
  let waiting: ServerResponse | undefined;
  let next: Invocation | undefined;
  let current: { readonly id: string; readonly settle: (result: InvocationResult) => void } | undefined;

  const hand = (): void => {
    if (!waiting || !next) return;
    send(waiting, next);
    waiting = undefined;
    next = undefined;
  };

  const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    'invocation/next': async (_, response) => {
      waiting = response;
      started.resolve(true);
      hand();
    },
    'init/error': async (request, response) => {
      await readError(request, response);
      started.resolve(false);
    },
    'invocation/response': async (request, response) => current?.settle(await readResult(request, response)),
    'invocation/error': async (request, response) => current?.settle(await readError(request, response)),
  };

  const server = createServer((request, response) => {
    const [, id, action] = /^invocation\/([^/]+)\/(\w+)$/.exec(request.url?.slice(PREFIX.length) ?? '') ?? [];
    const name = id === undefined ? (request.url?.slice(PREFIX.length) ?? '') : `invocation/${action}`;
    const route = routes[name];
    if (!route || (id !== undefined && id !== current?.id)) json(response, 400, { errorType: 'InvalidRequestID' });
    else route(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    started: started.promise,
    invoke: async (invocation) => {
      const { promise, resolve } = Promise.withResolvers<InvocationResult>();
      current = { id: invocation.requestId, settle: resolve };
      next = invocation;
      hand();
      return promise;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
