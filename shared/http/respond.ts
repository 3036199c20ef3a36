import type { CacheStatus, ResponseBody } from '../cache/response-body.ts';
import { checkSize, fits } from '../catalogue/serialize-body.ts';
import { acceptsGzip } from './accepts-gzip.ts';
import type { HttpResponse } from './request-context.ts';

/** Compressing a smaller body takes more time than it saves. */
const MIN_COMPRESSED_BYTES = 1025;

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
  bytes >= MIN_COMPRESSED_BYTES && acceptsGzip(acceptEncoding);

/** True if a body fits into a response, in the encoding that the client accepts. */
export const canBeSent = (body: ResponseBody, acceptEncoding: string): boolean =>
  goesCompressed(body, acceptEncoding) ? fits(body.gzipBase64(), true) : fits(body.text(), false);

/**
 * The response for API Gateway: compressed if it is large and the client accepts gzip.
 * @throws WallfeedError BODY_TOO_LARGE
 */
export const respond = (body: ResponseBody, status: CacheStatus, acceptEncoding: string): HttpResponse => {
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
