import { IncomingMessage } from 'node:http';
import type { Call } from './emulator-server.ts';

/** A request whose body was read already, for a server that reads it itself. What becomes of the client does not reach it. */
export const replay = ({ request, body }: Call): IncomingMessage => {
  const { method, url, headers, rawHeaders, httpVersion, complete } = request;
  const parts = { method, url, headers, rawHeaders, httpVersion, complete };
  const again = Object.assign(new IncomingMessage(request.socket), parts);
  again.push(body);
  again.push(null);
  return again;
};
