import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { createJsonCalls, targetHeaders } from '../aws/json-service.ts';
import { retryCall } from '../aws/retry-call.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import { LEASE_MS } from './renew-lease.ts';
import type { CachedResponse } from './response-body.ts';
import {
  type Attribute,
  expiry,
  type Item,
  numberValue,
  readItem,
  type SharedEntry,
  writeItem,
} from './shared-item.ts';
import { MAX_COOLDOWN_MS, readFailure, type SourceFailure, writeFailure } from './source-failure.ts';
import { CLOCK_TOLERANCE_MS } from './timestamp.ts';
import { keyPrefixOf, type SharedKey } from './variants.ts';

export interface ItemAddress {
  readonly table: string;
  readonly key: string;
  readonly period: string;
}

/** Only the holder of the lease reads the sources, for all environments. Times are milliseconds since 1970. */
export interface LeaseTerms {
  readonly owner: string;
  /** Renewals do not change it. */
  readonly startedAt: number;
  readonly until: number;
  /** A lease that was first taken before this time is stuck, so others may take it. */
  readonly stuckBefore: number;
}

/** No environment reads the sources before `until`, in milliseconds since 1970. */
export interface LastingFailure extends SourceFailure {
  readonly until: number;
}

/** The entry in the table is not newer, or is invalid because its time is too far in the future. */
const IS_NEWEST = {
  ConditionExpression: `attribute_not_exists(#key) OR NOT attribute_type(#madeAt, :number)
    OR #madeAt <= :madeAt OR #madeAt > :beyond`,
  ExpressionAttributeNames: { '#key': 'key', '#madeAt': 'madeAt' },
};

/**
 * A lease is invalid if its end is too far in the future (a wrong clock), or its start too far in the past (a stuck
 * owner).
 */
const IS_FREE = {
  ConditionExpression: `attribute_not_exists(#key) OR NOT attribute_type(#until, :number) OR #until < :now
    OR #owner = :owner OR #startedAt < :stuckBefore OR #until > :beyondFailure
    OR (#until > :beyond AND attribute_not_exists(#failure))`,
  ExpressionAttributeNames: {
    '#key': 'key',
    '#until': 'until',
    '#owner': 'owner',
    '#startedAt': 'startedAt',
    '#failure': 'failure',
  },
};

const IS_OWN = { ConditionExpression: '#owner = :owner', ExpressionAttributeNames: { '#owner': 'owner' } };

const NUMBER: Attribute = { S: 'N' };

export const getItem = ({ table, key }: ItemAddress) => ({
  TableName: table,
  Key: { key: { S: key } },
  ConsistentRead: true,
});

export const putResponse = ({ table, key, period }: ItemAddress, response: CachedResponse, until: number) => ({
  TableName: table,
  Item: { key: { S: key }, ...writeItem(response, period, until) },
  ...IS_NEWEST,
  ExpressionAttributeValues: {
    ':number': NUMBER,
    ':madeAt': numberValue(Math.round(response.askedAt.wall)),
    ':beyond': numberValue(Date.now() + CLOCK_TOLERANCE_MS),
  },
});

/** Writes a lease unless another owner has one. The reply contains the expired lease or failure that it replaced. */
export const putLease = (
  { table, key, period }: ItemAddress,
  { owner, startedAt, until, stuckBefore }: LeaseTerms,
) => ({
  TableName: table,
  Item: {
    key: { S: key },
    period: { S: period },
    owner: { S: owner },
    startedAt: numberValue(startedAt),
    until: numberValue(until),
    expiresAt: expiry(until),
  },
  ReturnValues: 'ALL_OLD',
  ...IS_FREE,
  ExpressionAttributeValues: {
    ':number': NUMBER,
    ':now': numberValue(Date.now()),
    ':owner': { S: owner },
    ':stuckBefore': numberValue(stuckBefore),
    ':beyond': numberValue(Date.now() + LEASE_MS + CLOCK_TOLERANCE_MS),
    ':beyondFailure': numberValue(Date.now() + MAX_COOLDOWN_MS + CLOCK_TOLERANCE_MS),
  },
});

export const putFailure = ({ table, key, period }: ItemAddress, owner: string, failure: LastingFailure) => ({
  TableName: table,
  Item: {
    key: { S: key },
    period: { S: period },
    until: numberValue(failure.until),
    expiresAt: expiry(failure.until),
    failure: { S: writeFailure(failure) },
    failures: numberValue(failure.count),
  },
  ...IS_OWN,
  ExpressionAttributeValues: { ':owner': { S: owner } },
});

export const deleteLease = ({ table, key }: ItemAddress, owner: string) => ({
  TableName: table,
  Key: { key: { S: key } },
  ...IS_OWN,
  ExpressionAttributeValues: { ':owner': { S: owner } },
});

/** An item of DynamoDB has at most 400 KB, and is a third larger when it is encoded in JSON. */
const MAX_REPLY_BYTES = 1024 * 1024;

export const callDynamoDb = createJsonCalls({
  name: 'dynamodb',
  headersOf: targetHeaders('DynamoDB_20120810', '1.0'),
  collect: collectBody(MAX_REPLY_BYTES),
  loadClient: () => import('../aws/clients/dynamodb.ts'),
});

export interface LeaseState {
  /** True if the lease belongs to another time period that shares the item. */
  readonly isOther: boolean;
  /** In milliseconds since 1970, unless the lease is renewed. */
  readonly until: number;
  /** All environments stop reading the sources until `until`. */
  readonly failure?: WallfeedError;
}

/** All methods throw the service's errors. */
export interface CacheTable {
  find(key: SharedKey, deadline: Deadline): Promise<SharedEntry | undefined>;
  /**
   * Returns false if the table holds a newer one.
   * @param until time from which nobody may serve the response, in milliseconds since 1970.
   */
  put(key: SharedKey, response: CachedResponse, until: number, deadline: Deadline): Promise<boolean>;
  /** Returns the number of failures in a row so far, or undefined if another owner holds the lease. */
  takeLease(key: SharedKey, terms: LeaseTerms, deadline: Deadline): Promise<number | undefined>;
  findLease(key: SharedKey, deadline: Deadline): Promise<LeaseState | undefined>;
  /** Until the failure expires, no environment can take a lease. */
  leaveAlone(key: SharedKey, owner: string, failure: LastingFailure, deadline: Deadline): Promise<void>;
  giveUpLease(key: SharedKey, owner: string, deadline: Deadline): Promise<void>;
}

const countIn = (item: Item | undefined): number => {
  const count = Number(item?.failures?.N);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
};

const readLease = (item: Item, { period }: SharedKey): LeaseState => {
  const failure = readFailure(item.failure?.S ?? '');
  const until = Number(item.until?.N ?? 0);
  return { isOther: (item.period?.S ?? '') !== period, until, ...(failure && { failure }) };
};

const getAt = async (address: ItemAddress, deadline: Deadline): Promise<Item | undefined> => {
  const input = getItem(address);
  return Object(await retryCall((signal) => callDynamoDb('GetItem', input, signal), deadline)).Item ?? undefined;
};

/** Returns undefined if the condition was not met. */
export const ifMet = async <Result>(write: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (Object(error).name === 'ConditionalCheckFailedException') return undefined;
    throw error;
  }
};

/** Returns undefined if the condition was not met. */
const write = (operation: 'PutItem' | 'DeleteItem', input: object, deadline: Deadline) =>
  ifMet(retryCall((signal) => callDynamoDb(operation, input, signal), deadline));

export const createCacheTable = (table: string, family: string): CacheTable => {
  const prefix = keyPrefixOf(family);
  const responseAt = ({ name, period }: SharedKey): ItemAddress => ({ table, key: `${prefix}answer#${name}`, period });
  const leaseAt = ({ name, period }: SharedKey): ItemAddress => ({ table, key: `${prefix}lease#${name}`, period });
  return {
    find: async (key, deadline) => {
      const item = await getAt(responseAt(key), deadline);
      return item && readItem(item, key.period);
    },
    put: async (key, response, until, deadline) =>
      (await write('PutItem', putResponse(responseAt(key), response, until), deadline)) !== undefined,
    takeLease: async (key, terms, deadline) => {
      const taken = await write('PutItem', putLease(leaseAt(key), terms), deadline);
      return taken === undefined ? undefined : countIn(Object(taken).Attributes);
    },
    findLease: async (key, deadline) => {
      const item = await getAt(leaseAt(key), deadline);
      return item && readLease(item, key);
    },
    leaveAlone: async (key, owner, failure, deadline) => {
      await write('PutItem', putFailure(leaseAt(key), owner, failure), deadline);
    },
    giveUpLease: async (key, owner, deadline) => {
      await write('DeleteItem', deleteLease(leaseAt(key), owner), deadline);
    },
  };
};
