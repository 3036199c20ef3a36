import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { checkSize, serializeBody } from '../catalogue/serialize-body.ts';
import type { Step } from '../handler/exchange.ts';

/** From this size on, compressing is worth its time. */
const COMPRESSED_FROM = 1024;

const GZIP = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

const HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };

/** A body as JSON: compressed when it is large and the client accepts that. */
const respond = (text: string, acceptEncoding: string): APIGatewayProxyStructuredResultV2 => {
  if (text.length < COMPRESSED_FROM || !GZIP.test(acceptEncoding)) {
    checkSize(text, false);
    return { statusCode: 200, headers: HEADERS, body: text };
  }
  const body = gzipSync(text).toString('base64');
  checkSize(body, true);
  return { statusCode: 200, headers: { ...HEADERS, 'content-encoding': 'gzip' }, body, isBase64Encoded: true };
};

/** Step 8: the body to the response. */
export const sendBody = (): Step => {
  const sendBodyAfter: Step['after'] = (request) => {
    const { event, context } = request;
    request.response = respond(serializeBody(context.exchange.body), event.headers['accept-encoding'] ?? '');
  };
  return { after: sendBodyAfter };
};
