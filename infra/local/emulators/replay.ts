import { IncomingMessage } from 'node:http';
import type { Call } from './emulator-server.ts';

/** Recreates a request after its body was read, for a server that reads it again. It never sees a disconnect. */
export const replay = ({ request, body }: Call): IncomingMessage => {
  const { method, url, headers, rawHeaders, httpVersion, complete } = request;
  const parts = { method, url, headers, rawHeaders, httpVersion, complete };
  const again = Object.assign(new IncomingMessage(request.socket), parts);
  again.push(body);
  again.push(null);
  return again;
};
