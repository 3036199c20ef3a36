import { IncomingMessage } from 'node:http';
import type { Call } from './emulator-server.ts';

/**
 * Creates a copy of a request whose body was already read, for a server that reads the body again. The copy does not
 * notice a disconnect.
 */
export const replay = ({ request, body }: Call): IncomingMessage => {
  const { method, url, headers, rawHeaders, httpVersion, complete } = request;
  const parts = { method, url, headers, rawHeaders, httpVersion, complete };
  const again = Object.assign(new IncomingMessage(request.socket), parts);
  again.push(body);
  again.push(null);
  return again;
};
