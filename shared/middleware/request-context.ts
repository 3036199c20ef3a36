import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { CacheLookup } from '../cache/look-up.ts';
import type { CachedResponse, CacheStatus } from '../cache/response-body.ts';
import type { RequestValues } from '../config/dashboard-config.ts';
import type { ErrorCode, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { BodyResult } from '../pipeline/make-body.ts';
import type { RequestWindow } from '../sources/rds-data.ts';
import type { WakeResult } from '../sources/wake-databases.ts';
import type { Timing } from './timing.ts';

/** A number parameter: its text as sent, and its value. */
export interface NumberParameter {
  readonly text: string;
  readonly value: number;
}

export interface DataRequest {
  readonly currentTime: NumberParameter;
  readonly timePeriod: NumberParameter;
  /** The digest; `''` if there is none. */
  readonly token: string;
  /** The values of the endpoint's own parameters, if it has any. */
  readonly values?: RequestValues;
  /** The error of invalid values, if the endpoint has a secret. It is thrown after the secret is checked. */
  readonly refusal?: WallfeedError;
}

/** Returns the time window that a request asks for, as numbers, and its other values. */
export const windowOf = ({ currentTime, timePeriod, values }: DataRequest): RequestWindow => ({
  currentTime: currentTime.value,
  timePeriod: timePeriod.value,
  ...(values && { values }),
});

/** The error of a request, or the reason for its stale response. */
export interface Failure {
  /** The error code. Absent if no error happened. */
  readonly error?: ErrorCode;
  readonly cause?: unknown;
  /** The message of an AWS service, without data. */
  readonly reason?: string;
}

/** The response of a request that comes from the cache, or will be cached. */
export interface ServedResponse extends CachedResponse {
  readonly status: CacheStatus;
}

/** Lambda's context with fields for each invocation. Each middleware adds the field of its interface below. */
export interface InvocationContext extends Context {
  timing: Timing;
  rowsRead: number;
  /** The failure that the log shows. */
  failure?: Failure;
  /** The names of the promises that are broken, for the log. */
  expect?: string;
  /** The databases that a warm-up event woke; undefined for a request. */
  warmUp?: readonly WakeResult[];
}
/** The context after `parseRequest`. */
export interface ParsedContext extends InvocationContext {
  request: DataRequest;
}
/** The context after `resolveEndpoint`. */
export interface ResolvedContext extends ParsedContext {
  endpoint: Endpoint;
}
/** The context after `cacheResponses`. */
export interface RequestContext extends ResolvedContext {
  lookup: CacheLookup;
}
/** The context after `sendBody`, or of a cached response. */
export interface SentContext extends RequestContext {
  served: ServedResponse;
}
/** The context at any point. Fields may be absent, because an error or a response may end a request early. */
export type AnyContext = InvocationContext & Partial<Omit<SentContext, keyof InvocationContext>>;

export type HttpResponse = APIGatewayProxyStructuredResultV2;

export type Middleware<C extends InvocationContext> = MiddlewareObj<APIGatewayProxyEventV2, HttpResponse, Error, C>;

/** A hook of a middleware: `before`, `after` or `onError`. */
export type Hook<C extends InvocationContext> = NonNullable<Middleware<C>['before']>;

export type HookRequest<C extends InvocationContext> = Parameters<Hook<C>>[0];

/** Returns the result of `makeBody`. Middy stores that result as the response until `sendBody` replaces it. */
export const resultOf = ({ response }: Pick<HookRequest<InvocationContext>, 'response'>): BodyResult =>
  response as unknown as BodyResult;
