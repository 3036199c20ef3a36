import { createBody } from '../cache/response-body.ts';
import { elapsed } from '../cache/timestamp.ts';
import { serializeBody } from '../catalogue/serialize-body.ts';
import type { StaleRows } from '../datasets/dataset-table.ts';
import type { BodyResult } from '../pipeline/make-body.ts';
import { failureOf } from './answer-errors.ts';
import {
  type Failure,
  type Hook,
  type Middleware,
  resultOf,
  type SentContext,
  type ServedResponse,
} from './request-context.ts';
import { respond } from './respond.ts';

/** Returns the response to serve. Serializes a new body; the text of an unchanged body is already known. */
const serve = (result: BodyResult, hasFreeKeys: boolean | undefined): ServedResponse => {
  const { state, askedAt } = result;
  const reason = result.state === 'stale' ? result.stale?.reason : undefined;
  const body =
    result.state === 'revalidated'
      ? result.response.body
      : createBody(serializeBody(result.body, hasFreeKeys), result.rows, result);
  return { body, askedAt, status: { state, age: elapsed(askedAt), ...(reason !== undefined && { reason }) } };
};

/** Returns the reason for stale rows, for the log. */
const failureOfRows = ({ reason, error }: StaleRows): Failure =>
  error === undefined ? { cause: reason } : failureOf(error);

/** Serializes the body and sets it as the response. */
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
