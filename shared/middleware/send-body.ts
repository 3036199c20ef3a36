import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { TOO_DEEP } from '../catalogue/validate-body.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Step } from '../handler/exchange.ts';

/** From this size on, compressing is worth its time. */
const COMPRESSED_FROM = 1024;

/** What a function may answer at most, the JSON around the body included. */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;
const HEADERS_BYTES = 1024;

const GZIP = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

const HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };

/** Throws when what the runtime would send is over the limit; a body of text is escaped once more on its way. */
const checkSize = (response: APIGatewayProxyStructuredResultV2): APIGatewayProxyStructuredResultV2 => {
  const { body = '', isBase64Encoded } = response;
  const escaped = isBase64Encoded || body.length * 2 < MAX_RESPONSE_BYTES ? body : JSON.stringify(body);
  const bytes = Buffer.byteLength(escaped) + HEADERS_BYTES;
  if (bytes <= MAX_RESPONSE_BYTES) return response;
  const message = `the answer has ${bytes} bytes; a function may send ${MAX_RESPONSE_BYTES}`;
  throw new WallfeedError('BODY_TOO_LARGE', `The body is too large: ${message}.`, [
    { message, hint: 'aggregate first: fewer rows' },
  ]);
};

/** @throws WallfeedError BODY_INVALID when the body is deeper than the stack. */
const stringify = (body: unknown): string => {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const { path, message, hint = '' } = TOO_DEEP;
    throw new WallfeedError('BODY_INVALID', `The body ${message}.`, [{ path, message, hint }], { cause });
  }
};

/** A body as JSON: compressed when it is large and the client accepts that. */
const respond = (body: unknown, acceptEncoding: string): APIGatewayProxyStructuredResultV2 => {
  const text = stringify(body);
  if (text.length < COMPRESSED_FROM || !GZIP.test(acceptEncoding))
    return { statusCode: 200, headers: HEADERS, body: text };
  return {
    statusCode: 200,
    headers: { ...HEADERS, 'content-encoding': 'gzip' },
    body: gzipSync(text).toString('base64'),
    isBase64Encoded: true,
  };
};

/** Step 8: the body to the response. */
export const sendBody = (): Step => {
  const sendBodyAfter: Step['after'] = (request) => {
    const { event, context } = request;
    request.response = checkSize(respond(context.exchange.body, event.headers['accept-encoding'] ?? ''));
  };
  return { after: sendBodyAfter };
};
