import { AsyncLocalStorage } from 'node:async_hooks';
import type { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Duplex } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { httpsAgent, sendOnLiveConnection } from './https-agent.ts';
import { currentRehearsal, type MemoryResponse } from './rehearsal.ts';

/** An import of node:http would also load undici, which takes 50 ms of processor time. */
const { Agent: HttpAgent, STATUS_CODES } = process.getBuiltinModule('node:http');

const responses = new AsyncLocalStorage<MemoryResponse>();

const respondWith = <Result>(response: MemoryResponse, request: () => Result): Result =>
  responses.run(response, request);

const toHttp = ({ status, headers = {}, body }: MemoryResponse): string => {
  const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
  const fields = Object.entries({ ...headers, ...length, connection: 'close' });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
};

const createMemoryConnection = (response: MemoryResponse | undefined): Duplex => {
  let isAnswered = false;
  const answer = (): void => {
    if (isAnswered) return;
    isAnswered = true;
    setImmediate(() => {
      connection.push(response ? toHttp(response) : null);
      connection.push(null);
    });
  };
  const connection: Duplex = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => {
      answer();
      done();
    },
  });
  const ignore = () => connection;
  return Object.assign(connection, { setTimeout: ignore, setNoDelay: ignore, setKeepAlive: ignore });
};

const inMemory = <Kind extends Agent>(agent: Kind): Kind =>
  Object.assign(agent, { createConnection: () => createMemoryConnection(responses.getStore()) });

/** Connections in memory, so that the whole HTTP client runs without a socket. */
const memoryAgents = {
  httpAgent: inMemory(new HttpAgent({ keepAlive: false })),
  httpsAgent: inMemory(new HttpsAgent({ keepAlive: false })),
} as const;

/** Short, because a retry may reach another host of the service. */
const CONNECTION_TIMEOUT_MS = 1_000;

const network = new NodeHttpHandler({ connectionTimeout: CONNECTION_TIMEOUT_MS, httpsAgent });
const memory = new NodeHttpHandler(memoryAgents);

type Handle = NodeHttpHandler['handle'];

/**
 * Converts the body of a request to text. All our bodies are JSON. Node sends text together with the headers, but bytes
 * separately, which takes milliseconds longer over TLS.
 */
const withTextBody = (request: Parameters<Handle>[0]): Parameters<Handle>[0] => {
  if (request.body instanceof Uint8Array) request.body = new TextDecoder().decode(request.body);
  return request;
};

/**
 * True unless the request writes to the shared cache. The condition of a repeated write would fail, because the first
 * write has already changed the item.
 */
const isRepeatable = ({ headers }: Parameters<Handle>[0]): boolean =>
  !/^DynamoDB_.*\.(Put|Delete)Item$/.test(headers['x-amz-target'] ?? '');

const handle: Handle = (request, options) => {
  const answer = currentRehearsal();
  const text = withTextBody(request);
  if (answer) return respondWith(answer(request), () => memory.handle(text, options));
  return sendOnLiveConnection({
    agent: httpsAgent,
    host: request.hostname,
    isRepeatable: isRepeatable(request),
    signal: options?.abortSignal as AbortSignal | undefined,
    send: (abortSignal) => network.handle(text, { ...options, ...(abortSignal && { abortSignal }) }),
  });
};

/** During a rehearsal, responses come from memory. */
export const requestHandler: Pick<
  NodeHttpHandler,
  'metadata' | 'handle' | 'destroy' | 'updateHttpClientConfig' | 'httpHandlerConfigs'
> = {
  metadata: network.metadata,
  handle,
  destroy: () => undefined,
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => network.httpHandlerConfigs(),
};
