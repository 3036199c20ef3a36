import { NodeHttpHandler } from '@smithy/node-http-handler';
import { httpsAgent } from './https-agent.ts';
import { memoryAgents, respondWith } from './memory-agent.ts';
import { currentRehearsal } from './rehearsal.ts';

/** Time limit for opening a connection. It is short, because a retry may reach another host of the service. */
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

const handle: Handle = (request, options) => {
  const answer = currentRehearsal();
  return answer
    ? respondWith(answer(request), () => memory.handle(withTextBody(request), options))
    : network.handle(withTextBody(request), options);
};

/** Sends the requests of all AWS clients through one agent. During a rehearsal, responses come from memory. */
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
