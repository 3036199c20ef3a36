import type { RequestListener } from 'node:http';
import { readBody } from './lambda-listener.ts';

const TYPE = 'application/json; charset=utf-8';

/** Creates the simplest node:http server: it reads the request and sends the prepared body of its path. */
export const createPrebuilt = (bodies: ReadonlyMap<string, string>): RequestListener => {
  const ready = new Map(Array.from(bodies, ([path, body]) => [path, Buffer.from(body)]));
  return (request, response) =>
    readBody(request, () => {
      const bytes = ready.get(request.url ?? '') ?? Buffer.alloc(0);
      response.writeHead(200, { 'content-type': TYPE, 'content-length': bytes.length }).end(bytes);
    });
};
