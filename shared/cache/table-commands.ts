import { LEASE_MS } from './renew-lease.ts';
import type { CachedResponse } from './response-body.ts';
import { type Attribute, expiry, numberValue, writeItem } from './shared-item.ts';
import { MAX_COOLDOWN_MS, type SourceFailure, writeFailure } from './source-failure.ts';
import { CLOCK_TOLERANCE_MS } from './timestamp.ts';

/** An item of the table, and the time period that it is for. */
export interface ItemAddress {
  readonly table: string;
  readonly key: string;
  readonly period: string;
}

/**
 * The terms of a lease. Only the holder of the lease reads the sources, for all environments. All times are
 * milliseconds since 1970.
 */
export interface LeaseTerms {
  readonly owner: string;
  /** Time at which the lease was first taken. Renewals do not change it. */
  readonly startedAt: number;
  readonly until: number;
  /** A lease that was first taken before this time is stuck, so others may take it. */
  readonly stuckBefore: number;
}

/** A failure of the sources. No environment reads them before `until`, in milliseconds since 1970. */
export interface LastingFailure extends SourceFailure {
  readonly until: number;
}

/** Condition: the entry in the table is not newer, or is invalid because its time is too far in the future. */
const IS_NEWEST = {
  ConditionExpression: `attribute_not_exists(#key) OR NOT attribute_type(#madeAt, :number)
    OR #madeAt <= :madeAt OR #madeAt > :beyond`,
  ExpressionAttributeNames: { '#key': 'key', '#madeAt': 'madeAt' },
};

/**
 * Condition: there is no valid lease. A lease that ends too late comes from a wrong clock; one that began too early is
 * stuck.
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

/** Writes a response unless the table has a newer one. */
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

/** Writes a lease unless another owner has one. The reply has the lease or failure that was in its place. */
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

/** Replaces the owner's lease by a failure. */
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

/** Deletes the owner's lease. */
export const deleteLease = ({ table, key }: ItemAddress, owner: string) => ({
  TableName: table,
  Key: { key: { S: key } },
  ...IS_OWN,
  ExpressionAttributeValues: { ':owner': { S: owner } },
});
