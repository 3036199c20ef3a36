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

export interface NumberParameter {
  readonly text: string;
  readonly value: number;
}

export interface DataRequest {
  readonly currentTime: NumberParameter;
  readonly timePeriod: NumberParameter;
  /** `''` if there is none. */
  readonly token: string;
  /** Set if the endpoint has parameters of its own. */
  readonly values?: RequestValues;
  /** Set for invalid values if the endpoint has a secret. Thrown after the secret is checked. */
  readonly refusal?: WallfeedError;
}

export const windowOf = ({ currentTime, timePeriod, values }: DataRequest): RequestWindow => ({
  currentTime: currentTime.value,
  timePeriod: timePeriod.value,
  ...(values && { values }),
});

/** The error of a request, or the reason for its stale response. */
export interface Failure {
  /** Absent if no error happened. */
  readonly error?: ErrorCode;
  readonly cause?: unknown;
  /** Message of an AWS service, without data. */
  readonly reason?: string;
}

/** A response that comes from the cache, or will be cached. */
export interface ServedResponse extends CachedResponse {
  readonly status: CacheStatus;
}

/** Each middleware adds the field of its interface below. */
export interface InvocationContext extends Context {
  timing: Timing;
  rowsRead: number;
  failure?: Failure;
  /** The broken promises, for the log. */
  expect?: string;
  /** Undefined for a request. */
  warmUp?: readonly WakeResult[];
}
export interface ParsedContext extends InvocationContext {
  request: DataRequest;
}
export interface ResolvedContext extends ParsedContext {
  endpoint: Endpoint;
}
export interface RequestContext extends ResolvedContext {
  lookup: CacheLookup;
}
/** The context after `sendBody`, or of a cached response. */
export interface SentContext extends RequestContext {
  served: ServedResponse;
}
/** Fields may be absent, because an error or a response may end a request early. */
export type AnyContext = InvocationContext & Partial<Omit<SentContext, keyof InvocationContext>>;

export type HttpResponse = APIGatewayProxyStructuredResultV2;

export type Middleware<C extends InvocationContext> = MiddlewareObj<APIGatewayProxyEventV2, HttpResponse, Error, C>;

export type Hook<C extends InvocationContext> = NonNullable<Middleware<C>['before']>;

export type HookRequest<C extends InvocationContext> = Parameters<Hook<C>>[0];

/** Returns the result of `makeBody`. Middy stores that result as the response until `sendBody` replaces it. */
export const resultOf = ({ response }: Pick<HookRequest<InvocationContext>, 'response'>): BodyResult =>
  response as unknown as BodyResult;
