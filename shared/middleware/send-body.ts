import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Answer, compress, createAnswer, type Origin } from '../cache/answer.ts';
import { checkSize, fits, serializeBody } from '../catalogue/serialize-body.ts';
import type { Step } from '../handler/exchange.ts';
import { acceptsGzip } from './accepts-gzip.ts';
import { rowsOf } from './rows-of.ts';

/** Above this many bytes, compressing is worth its time. */
const COMPRESSED_ABOVE = 1024;

const headersOf = ({ state, age, reason }: Origin): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    age: String(Math.floor(age / 1000)),
    'x-wallfeed-cache': state,
  };
  if (reason) headers.warning = `110 wallfeed "Response is Stale: ${reason}"`;
  return headers;
};

const goesCompressed = ({ bytes }: Answer, acceptEncoding: string): boolean =>
  bytes > COMPRESSED_ABOVE && acceptsGzip(acceptEncoding);

/** Whether a client can be sent an answer, as it takes it. */
export const canBeSent = (answer: Answer, acceptEncoding: string): boolean =>
  goesCompressed(answer, acceptEncoding) ? fits(compress(answer), true) : fits(answer.text, false);

/**
 * An answer as the gateway takes it: compressed when it is large and the client accepts that.
 * @throws WallfeedError BODY_TOO_LARGE
 */
export const respond = (answer: Answer, origin: Origin, acceptEncoding: string): APIGatewayProxyStructuredResultV2 => {
  const headers = headersOf(origin);
  if (!goesCompressed(answer, acceptEncoding)) {
    checkSize(answer.text, false);
    return { statusCode: 200, headers, body: answer.text };
  }
  const body = compress(answer);
  checkSize(body, true);
  headers['content-encoding'] = 'gzip';
  return { statusCode: 200, headers, body, isBase64Encoded: true };
};

/** Step 8: the answer to the response; it is made from the body unless it was kept. */
export const sendBody = (): Step => {
  const sendBodyAfter: Step['after'] = (request) => {
    const { event, context } = request;
    const { exchange } = context;
    exchange.answer ??= createAnswer(serializeBody(exchange.body), rowsOf(exchange));
    exchange.origin ??= { state: 'fresh', age: 0 };
    request.response = respond(exchange.answer, exchange.origin, event.headers['accept-encoding'] ?? '');
  };
  return { after: sendBodyAfter };
};
