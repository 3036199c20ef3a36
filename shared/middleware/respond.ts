import { type CacheStatus, createBody, type ResponseBody } from '../cache/response-body.ts';
import { elapsed } from '../cache/timestamp.ts';
import { checkSize, fits, serializeBody } from '../catalogue/serialize-body.ts';
import type { StaleRows } from '../datasets/dataset-table.ts';
import type { BodyResult } from '../pipeline/make-body.ts';
import { writeEmpty } from '../tabular/empty-reason.ts';
import { failureOf } from './answer-errors.ts';
import {
  type Failure,
  type Hook,
  type HttpResponse,
  type Middleware,
  resultOf,
  type SentContext,
  type ServedResponse,
} from './request-context.ts';

/** Compressing smaller bodies takes more time than it saves. */
const MIN_COMPRESSED_BYTES = 1025;

export interface ResponseFacts {
  readonly status: CacheStatus;
  /** True if the sources have no rows. */
  readonly isEmpty: boolean;
}

const headersOf = (
  { empty, modifiedAt }: ResponseBody,
  { status: { state, age, reason }, isEmpty }: ResponseFacts,
): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    age: String(Math.floor(age / 1000)),
    'x-wallfeed-cache': state,
  };
  if (modifiedAt !== undefined) headers['last-modified'] = new Date(Math.min(modifiedAt, Date.now())).toUTCString();
  if (isEmpty) headers['x-wallfeed-rows'] = '0';
  if (empty) headers['x-wallfeed-empty'] = writeEmpty(empty);
  if (reason) headers.warning = `110 wallfeed "Response is Stale: ${reason}"`;
  return headers;
};

/** Returns the weights of codings, 0 to 1. */
const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', weight] = part.split(';');
        const given = /^\s*q=([\d.]+)\s*$/.exec(weight ?? '')?.[1];
        return [coding.trim(), given === undefined ? 1 : Number(given)] as const;
      }),
  );

/**
 * True if gzip is acceptable and preferred over identity. A named coding takes precedence over `*` (RFC 9110, 12.5.3).
 */
const acceptsGzip = (header: string): boolean => {
  if (header === '') return false;
  const weights = weightsOf(header);
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
};

const isCompressed = ({ bytes }: ResponseBody, acceptEncoding: string): boolean =>
  bytes >= MIN_COMPRESSED_BYTES && acceptsGzip(acceptEncoding);

/** True if the body fits into a response, in the encoding that the client accepts. */
export const canBeSent = (body: ResponseBody, acceptEncoding: string): boolean =>
  isCompressed(body, acceptEncoding) ? fits(body.gzipBase64(), true) : fits(body.text(), false);

/**
 * Creates the response for API Gateway: compressed if it is large and the client prefers gzip.
 * @throws WallfeedError BODY_TOO_LARGE
 */
export const respond = (body: ResponseBody, facts: ResponseFacts, acceptEncoding: string): HttpResponse => {
  const headers = headersOf(body, facts);
  if (!isCompressed(body, acceptEncoding)) {
    const text = body.text();
    checkSize(text, false);
    return { statusCode: 200, headers, body: text };
  }
  const base64 = body.gzipBase64();
  checkSize(base64, true);
  headers['content-encoding'] = 'gzip';
  return { statusCode: 200, headers, body: base64, isBase64Encoded: true };
};

/**
 * Returns the response to serve. Serializes a new body; the text of an unchanged body is already known. If its files
 * were written again with the same bytes, it has a later time of change.
 */
const serve = (result: BodyResult, hasFreeKeys: boolean | undefined): ServedResponse => {
  const { state, askedAt, modifiedAt } = result;
  const reason = result.state === 'stale' ? result.stale?.reason : undefined;
  const body =
    result.state === 'revalidated'
      ? { ...result.response.body, ...(modifiedAt && { modifiedAt }) }
      : createBody(serializeBody(result.body, hasFreeKeys), result.rows, result);
  return { body, askedAt, status: { state, age: elapsed(askedAt), ...(reason !== undefined && { reason }) } };
};

const failureOfRows = ({ reason, error }: StaleRows): Failure =>
  error === undefined ? { cause: reason } : failureOf(error);

export const sendBody = (): Middleware<SentContext> => {
  const sendBodyAfter: Hook<SentContext> = (request) => {
    const { event, context } = request;
    const result = resultOf(request);
    context.served = serve(result, context.endpoint.bound.shape.hasFreeKeys);
    if (result.state === 'stale' && result.stale) context.failure = failureOfRows(result.stale);
    const { body, status } = context.served;
    const isEmpty = body.rows === 0 && !context.endpoint.document;
    request.response = respond(body, { status, isEmpty }, event.headers['accept-encoding'] ?? '');
  };
  return { after: sendBodyAfter };
};
