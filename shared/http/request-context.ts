import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { SourceSnapshot } from '../cache/create-memory.ts';
import type { CachedResponse, CacheStatus } from '../cache/response-body.ts';
import type { Lease } from '../cache/shared-cache.ts';
import type { Timestamp } from '../cache/timestamp.ts';
import type { Variant } from '../cache/variants.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { BodyResult } from '../pipeline/make-body.ts';
import type { ReadObjects } from '../pipeline/read-sources.ts';
import type { RequestWindow } from '../sources/rds-data.ts';
import type { WakeResult } from '../sources/wake-databases.ts';
import type { Timing } from './timing.ts';

/** A number parameter: its text as sent, and its value. */
export interface NumberParameter {
  readonly text: string;
  readonly value: number;
}

/** The parameters of a request. */
export interface DataRequest {
  readonly currentTime: NumberParameter;
  readonly timePeriod: NumberParameter;
  /** The digest; `''` if there is none. */
  readonly token: string;
}

/** Returns the time window that a request asks for, as numbers. */
export const windowOf = ({ currentTime, timePeriod }: DataRequest): RequestWindow => ({
  currentTime: currentTime.value,
  timePeriod: timePeriod.value,
});

/** Why a request failed, or got a stale response. */
export interface Failure {
  /** Left out if no error happened. */
  readonly error?: ErrorCode;
  readonly cause?: unknown;
}

/** The response of a request that comes from the cache, or will be cached. */
export interface ServedResponse extends CachedResponse {
  readonly status: CacheStatus;
}

/** The part of a request's context that the cache fills. */
export interface CacheLookup {
  /** Name of the response in the cache; undefined if it is not cached. */
  readonly key: string | undefined;
  /** The times of the request that the response depends on. */
  readonly variant: Variant;
  /** The objects from which the endpoint was last read, if they are remembered. */
  readonly last: SourceSnapshot | undefined;
  /** The objects that were read for this request; empty until then. */
  objects: ReadObjects;
  /** The right to ask the sources for all environments, if this request holds it. */
  lease: Lease | undefined;
  /** The time of the sources of the stale response that can be served if they fail now. */
  staleResponse: Timestamp | undefined;
  /** True if the request fails with an earlier error of its sources, which are not called again. */
  isFailureKnown: boolean;
}

/** Lambda's context with fields for each invocation. Each middleware adds the field of its interface below. */
export interface InvocationContext extends Context {
  timing: Timing;
  /** Rows that were read from the sources. */
  rowsRead: number;
  /** The error that the log shows. */
  failure?: Failure;
  /** The databases that a warm-up woke; undefined for a request. */
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
/** The context at any point. All fields are optional, because an error or a response may come early. */
export type AnyContext = InvocationContext & Partial<Omit<SentContext, keyof InvocationContext>>;

export type HttpResponse = APIGatewayProxyStructuredResultV2;

export type Middleware<C extends InvocationContext> = MiddlewareObj<APIGatewayProxyEventV2, HttpResponse, Error, C>;

/** A middleware's `before`, `after` or `onError`. */
export type Hook<C extends InvocationContext> = NonNullable<Middleware<C>['before']>;

/** Returns the result of the function in the middle. Middy stores it as the response until `sendBody` replaces it. */
export const resultOf = ({ response }: Parameters<Hook<InvocationContext>>[0]): BodyResult =>
  response as unknown as BodyResult;
