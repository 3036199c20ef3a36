import type { IncomingMessage, ServerResponse } from 'node:http';
import { readTarget } from './local-server.ts';

/** The path at which a supervisor asks whether `start` is alive. */
export const HEALTH_PATH = '/healthz';

const HEALTHY = '{"status":"ok"}';
const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);

/** Returns false for all other requests. */
export const answerHealth = (request: IncomingMessage, response: ServerResponse): boolean => {
  if (readTarget(request)?.split('?', 1)[0] !== HEALTH_PATH || !METHODS.has(request.method)) return false;
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  response.writeHead(200, { ...headers, 'content-length': HEALTHY.length });
  response.end(request.method === 'HEAD' ? '' : HEALTHY);
  return true;
};
