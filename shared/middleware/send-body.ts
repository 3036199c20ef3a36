import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { elapsed } from '../cache/instant.ts';
import { type CacheStatus, createBody, type ResponseBody } from '../cache/response-body.ts';
import { checkSize, fits, serializeBody } from '../catalogue/serialize-body.ts';
import { acceptsGzip } from '../http/accepts-gzip.ts';
import { obtain, type Step } from '../http/request-context.ts';
import { rowsOf } from './rows-of.ts';

/** Above this many bytes, compressing is worth its time. */
const COMPRESSED_ABOVE = 1024;

const headersOf = ({ state, age, reason }: CacheStatus): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    age: String(Math.floor(age / 1000)),
    'x-wallfeed-cache': state,
  };
  if (reason) headers.warning = `110 wallfeed "Response is Stale: ${reason}"`;
  return headers;
};

const goesCompressed = ({ bytes }: ResponseBody, acceptEncoding: string): boolean =>
  bytes > COMPRESSED_ABOVE && acceptsGzip(acceptEncoding);

/** True if a body fits into a response, in the encoding that the client accepts. */
export const canBeSent = (body: ResponseBody, acceptEncoding: string): boolean =>
  goesCompressed(body, acceptEncoding) ? fits(body.gzipBase64(), true) : fits(body.text(), false);

/**
 * The response as the gateway takes it: compressed if it is large and the client accepts gzip.
 * @throws WallfeedError BODY_TOO_LARGE
 */
export const respond = (
  body: ResponseBody,
  status: CacheStatus,
  acceptEncoding: string,
): APIGatewayProxyStructuredResultV2 => {
  const headers = headersOf(status);
  if (!goesCompressed(body, acceptEncoding)) {
    const text = body.text();
    checkSize(text, false);
    return { statusCode: 200, headers, body: text };
  }
  const base64 = body.gzipBase64();
  checkSize(base64, true);
  headers['content-encoding'] = 'gzip';
  return { statusCode: 200, headers, body: base64, isBase64Encoded: true };
};

/** Step 8: the answer to the response; it is made from the body unless it was kept. */
export const sendBody = (): Step => {
  const sendBodyAfter: Step['after'] = (request) => {
    const { event, context } = request;
    const { exchange } = context;
    exchange.answer ??= createBody(serializeBody(exchange.body), rowsOf(exchange));
    exchange.origin ??= { state: 'fresh', age: elapsed(obtain(context, 'askedAt')) };
    request.response = respond(exchange.answer, exchange.origin, event.headers['accept-encoding'] ?? '');
  };
  return { after: sendBodyAfter };
};
