import type { Deadline } from '../aws/deadline.ts';
import { retryCall } from '../aws/retry-call.ts';
import { callDynamoDb, getItem, ifMet } from '../cache/cache-table.ts';
import { expiry, type Item, numberValue } from '../cache/shared-item.ts';
import { EMPTY_BOOK, type PromiseBook } from '../promises/promise-states.ts';
import { BOOK_KEY } from './book-key.ts';

const NAMES = { '#key': 'key', '#version': 'version' };
/** An item expires this time after its last change. */
const KEPT_MS = 400 * 24 * 60 * 60_000;

/** A write increases the version. */
export interface VersionedBook {
  readonly book: PromiseBook;
  readonly version: number;
}

/** Both methods throw the service's errors. */
export interface PromiseTable {
  read(deadline: Deadline): Promise<VersionedBook>;
  /** Returns false if another environment was faster. */
  write(book: PromiseBook, version: number, deadline: Deadline): Promise<boolean>;
}

const readBook = (item: Item | undefined): VersionedBook => {
  const version = Number(item?.version?.N ?? 0);
  try {
    return { book: { ...EMPTY_BOOK, ...JSON.parse(item?.book?.S ?? '{}') }, version };
  } catch {
    return { book: EMPTY_BOOK, version };
  }
};

export const createPromiseTable = (table: string): PromiseTable => ({
  read: async (deadline) => {
    const input = getItem({ table, key: BOOK_KEY, period: '' });
    return readBook(Object(await retryCall((signal) => callDynamoDb('GetItem', input, signal), deadline)).Item);
  },
  write: async (book, version, deadline) => {
    const input = {
      TableName: table,
      Item: {
        key: { S: BOOK_KEY },
        book: { S: JSON.stringify(book) },
        version: numberValue(version + 1),
        expiresAt: expiry(Date.now() + KEPT_MS),
      },
      ConditionExpression: 'attribute_not_exists(#key) OR #version = :version',
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: { ':version': numberValue(version) },
    };
    const written = await ifMet(retryCall((signal) => callDynamoDb('PutItem', input, signal), deadline));
    return written !== undefined;
  },
});
