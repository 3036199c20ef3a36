import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { KnownObject, SourceSnapshot } from '../cache/create-memory.ts';
import type { Instant } from '../cache/instant.ts';
import type { CacheStatus, ResponseBody } from '../cache/response-body.ts';
import type { Lease } from '../cache/shared-cache.ts';
import type { Shape } from '../catalogue/shape.ts';
import type { Validate } from '../catalogue/validate.ts';
import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { Budget } from '../limits/budget.ts';
import type { RequestWindow } from '../sources/request-window.ts';
import type { WakeResult } from '../sources/wake-databases.ts';
import type { TableDefinitions, TypedTables } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';

/** A parameter of the request: its text as it was sent, and the number it means. */
export interface NumberParameter {
  readonly text: string;
  readonly value: number;
}

/** What a component sent. */
export interface DataRequest {
  readonly currentTime: NumberParameter;
  readonly timePeriod: NumberParameter;
  /** The digest; `''` when there is none. */
  readonly token: string;
}

/** The time that a request asks for, as numbers. */
export const windowOf = ({ currentTime, timePeriod }: DataRequest): RequestWindow => ({
  currentTime: currentTime.value,
  timePeriod: timePeriod.value,
});

/** An endpoint with the shape that it answers. */
export interface Endpoint extends EndpointConfig {
  readonly slug: string;
  readonly definition: Shape;
  readonly validate: Validate;
}

/** Why a request could not be answered as it should. */
export interface Failure {
  /** Left out when nothing is wrong. */
  readonly error?: ErrorCode;
  readonly cause?: unknown;
}

/** What the steps of one request hand on to each other; each is there once its step is done. */
export interface Exchange {
  /** True for an event that asks for no data. */
  isWarmUp?: boolean;
  /** What a warm-up found at each database: `awake`, or the code of an error. */
  databases?: readonly WakeResult[];
  request?: DataRequest;
  endpoint?: Endpoint;
  /** The request is right, and carries the token that the endpoint asks for. */
  isAdmitted?: boolean;
  /** As read; of a document there are none. */
  tables?: Readonly<Record<string, Table>>;
  typed?: TypedTables<TableDefinitions>;
  /** What the request may hold in memory, and how long it may work; there once it reads its sources. */
  budget?: Budget;
  body?: unknown;
  /** What the endpoint was last read from. */
  last?: SourceSnapshot;
  /** What it was read from for this request. */
  objects?: Readonly<Record<string, KnownObject>>;
  /** The name of its response in the cache; left out if it is not cached. */
  cacheKey?: string;
  /** True if a stale response can be served should the sources fail. */
  hasStale?: boolean;
  /** True if the request failed by an earlier failure of its sources, which were not asked again. */
  isFailureKnown?: boolean;
  /** When the sources were asked. */
  askedAt?: Instant;
  /** The right to ask the sources for all environments. */
  lease?: Lease;
  /** Ready to be sent; the steps that make one are left out once it is there. */
  answer?: ResponseBody;
  origin?: CacheStatus;
  /** On the clock of `performance`. */
  readonly startedAt: number;
  /** When calls must have ended for Lambda not to end the invocation first, on the same clock. */
  readonly callsEndAt?: number;
  /** When calls that follow the sources' must have ended, on the same clock. */
  readonly closingEndsAt?: number;
  /** When the last of `durations` ended, on the same clock. */
  notedAt: number;
  /** Milliseconds that each step took, by its name. */
  readonly durations: Record<string, number>;
  /** For the log. */
  failure?: Failure;
}

export type ExchangeContext = Context & { exchange: Exchange };

/** A step of the request path. */
export type Step = MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, ExchangeContext>;

/** What a step does on the way to an answer, or back. */
export type Part = NonNullable<Step['before']>;

/** What an earlier step left; its absence is a fault of the order of the steps. */
export const obtain = <Name extends keyof Exchange>(
  { exchange }: ExchangeContext,
  name: Name,
): NonNullable<Exchange[Name]> => {
  const value = exchange[name];
  if (value === undefined || value === null) throw new Error(`the exchange has no ${name} yet`);
  return value;
};
