import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { createJsonCalls, targetHeaders } from '../aws/json-service.ts';
import { retryCall } from '../aws/retry-call.ts';
import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { CachedResponse } from './response-body.ts';
import { type Item, readItem, type SharedEntry } from './shared-item.ts';
import { readFailure } from './source-failure.ts';
import {
  deleteLease,
  getItem,
  type ItemAddress,
  type LastingFailure,
  type LeaseTerms,
  putFailure,
  putLease,
  putResponse,
} from './table-commands.ts';
import { keyPrefixOf, type SharedKey } from './variants.ts';

/**
 * Maximum size of a reply of DynamoDB. An item has at most 400 KB, and is a third larger when it is encoded in JSON.
 */
const MAX_REPLY_BYTES = 1024 * 1024;

const call = createJsonCalls({
  name: 'dynamodb',
  headersOf: targetHeaders('DynamoDB_20120810', '1.0'),
  collect: collectBody(MAX_REPLY_BYTES),
  loadClient: () => import('../aws/clients/dynamodb.ts'),
});

/** The lease or failure in the table that prevents a new lease. */
export interface LeaseState {
  /** True if the lease belongs to another time period that shares the item. */
  readonly isOther: boolean;
  /** Expiry of the lease unless it is renewed, in milliseconds since 1970. */
  readonly until: number;
  /** The failure after which all environments stop reading the sources until `until`. */
  readonly failure?: WallfeedError;
}

/** The DynamoDB table of responses that all environments share. All methods throw the service's errors. */
export interface CacheTable {
  find(key: SharedKey, deadline: Deadline): Promise<SharedEntry | undefined>;
  /**
   * Writes a response. Returns false if the table holds a newer one.
   * @param until time from which nobody may serve the response, in milliseconds since 1970.
   */
  put(key: SharedKey, response: CachedResponse, until: number, deadline: Deadline): Promise<boolean>;
  /** Takes a lease. Returns the number of failures in a row so far, or undefined if another owner holds the lease. */
  takeLease(key: SharedKey, terms: LeaseTerms, deadline: Deadline): Promise<number | undefined>;
  findLease(key: SharedKey, deadline: Deadline): Promise<LeaseState | undefined>;
  /** Replaces the lease by a failure. Until the failure expires, no environment can take a lease. */
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

/** Reads an item; undefined if there is none. */
const getAt = async (address: ItemAddress, deadline: Deadline): Promise<Item | undefined> => {
  const input = getItem(address);
  return Object(await retryCall((signal) => call('GetItem', input, signal), deadline)).Item ?? undefined;
};

/** Returns the result of a conditional write, or undefined if its condition was not met. */
const ifMet = async <Result>(write: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (Object(error).name === 'ConditionalCheckFailedException') return undefined;
    throw error;
  }
};

/** Runs a conditional write. Returns undefined if its condition was not met. */
const write = (operation: 'PutItem' | 'DeleteItem', input: object, deadline: Deadline) =>
  ifMet(retryCall((signal) => call(operation, input, signal), deadline));

/** Creates access to the items of one family in the table of the stack. */
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
