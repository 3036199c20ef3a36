import { NodeHttpHandler } from '@smithy/node-http-handler';
import { httpsAgent } from './https-agent.ts';
import { memoryAgents, respondWith } from './memory-agent.ts';
import { currentRehearsal } from './rehearsal.ts';

/** How long a connection to a service may take to open; another attempt may find a better one. */
const CONNECTION_TIMEOUT_MS = 1_000;

const network = new NodeHttpHandler({ connectionTimeout: CONNECTION_TIMEOUT_MS, httpsAgent });
const memory = new NodeHttpHandler(memoryAgents);

type Handle = NodeHttpHandler['handle'];

/**
 * All bodies that we send are JSON. Node writes text together with the head, but bytes apart from it, which takes a request
 * over TLS milliseconds more.
 */
const withTextBody = (request: Parameters<Handle>[0]): Parameters<Handle>[0] => {
  if (request.body instanceof Uint8Array) request.body = new TextDecoder().decode(request.body);
  return request;
};

const handle: Handle = (request, options) => {
  const answer = currentRehearsal();
  return answer
    ? respondWith(answer(request), () => memory.handle(withTextBody(request), options))
    : network.handle(withTextBody(request), options);
};

/** Sends the requests of all AWS clients: over one set of connections, or in a rehearsal to memory. */
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
