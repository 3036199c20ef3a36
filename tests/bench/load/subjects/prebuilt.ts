import type { RequestListener } from 'node:http';
import { readBody } from '../read-body.ts';

const TYPE = 'application/json; charset=utf-8';

/** The least that node:http can do: reads the request and sends a body that is ready. */
export const createPrebuilt = (body: string): RequestListener => {
  const bytes = Buffer.from(body);
  return (request, response) =>
    readBody(request, () => {
      response.writeHead(200, { 'content-type': TYPE, 'content-length': bytes.length }).end(bytes);
    });
};
