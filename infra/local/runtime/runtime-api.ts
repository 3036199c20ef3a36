import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createLocalServer, isForeign, readBody } from '../server/local-server.ts';

export interface FunctionError {
  readonly kind: 'thrown' | 'timeout' | 'crash' | 'size';
  /** The message for the terminal, which clients never see. */
  readonly message: string;
}

export type InvocationResult = { readonly payload: Buffer } | { readonly error: FunctionError };

export const MAX_RESULT_BYTES = 6_291_556;

export interface Invocation {
  readonly requestId: string;
  readonly event: string;
  /** Deadline of the invocation in milliseconds since 1970. */
  readonly deadline: number;
  readonly functionArn: string;
}

export interface RuntimeApi {
  /** `host:port`. */
  readonly address: string;
  /** Resolves once the runtime asks for its first invocation; false if it reports that it could not start. */
  readonly started: Promise<boolean>;
  /** Sends an invocation to the runtime. Only one invocation may run at a time. */
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
  const message = `the response is larger than the ${MAX_RESULT_BYTES} bytes that a function may send`;
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

interface ApiState {
  readonly started: PromiseWithResolvers<boolean>;
  waiting?: ServerResponse | undefined;
  /** Kept until the runtime fetches it. */
  next?: Invocation | undefined;
  current?: { readonly id: string; readonly settle: (result: InvocationResult) => void };
}

const sendNext = (state: ApiState): void => {
  const { waiting, next } = state;
  if (!waiting || !next) return;
  send(waiting, next);
  state.waiting = undefined;
  state.next = undefined;
};

type Route = (state: ApiState, request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const ROUTES: Readonly<Record<string, Route>> = {
  'invocation/next': (state, _, response) => {
    state.waiting = response;
    state.started.resolve(true);
    sendNext(state);
  },
  'init/error': async ({ started }, request, response) => {
    await readError(request, response);
    started.resolve(false);
  },
  'invocation/response': async ({ current }, request, response) => current?.settle(await readResult(request, response)),
  'invocation/error': async ({ current }, request, response) => current?.settle(await readError(request, response)),
};

const PREFIX = '/2018-06-01/runtime/';
const INVOCATION = /^invocation\/([^/]+)\/(\w+)$/;

/** Returns undefined for an unknown path, and for an invocation that is not the current invocation. */
const routeOf = ({ current }: ApiState, { url = '' }: IncomingMessage): Route | undefined => {
  const path = url.slice(PREFIX.length);
  const [, id, action] = INVOCATION.exec(path) ?? [];
  const name = id !== undefined && id === current?.id ? `invocation/${action}` : path;
  return Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
};

export const startRuntimeApi = async (): Promise<RuntimeApi> => {
  const state: ApiState = { started: Promise.withResolvers() };
  const server = createLocalServer(async (request, response) => {
    const route = routeOf(state, request);
    if (!route || isForeign(request)) return json(response, 400, { errorType: 'InvalidRequestID' });
    return route(state, request, response);
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    started: state.started.promise,
    invoke: async (invocation) => {
      const { promise, resolve } = Promise.withResolvers<InvocationResult>();
      state.current = { id: invocation.requestId, settle: resolve };
      state.next = invocation;
      sendNext(state);
      return promise;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
