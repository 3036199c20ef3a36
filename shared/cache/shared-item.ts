import { gunzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { CLOCK_TOLERANCE, instantOf } from './instant.ts';
import { type CachedResponse, compactBody, createBody, type ResponseBody } from './response-body.ts';

export type Item = Record<string, AttributeValue>;

/** An item of the table may have 400 KB, its other attributes included. */
const MAX_ITEM_BODY_BYTES = 395_000;
/** DynamoDB deletes expired items when it finds the time, and counts in seconds. */
const GRACE_SECONDS = 60;

export const numberValue = (value: number): AttributeValue => ({ N: String(value) });
export const expiry = (until: number): AttributeValue => numberValue(Math.ceil(until / 1000) + GRACE_SECONDS);

/** NaN if the item has no such number. */
const numberIn = (item: Item, name: string): number => Number(item[name]?.N ?? Number.NaN);

/** What the table holds for an endpoint. */
export interface SharedEntry {
  /** Left out when it is too large for the table. */
  readonly response?: CachedResponse;
  /** When its sources were asked, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** @throws if it is not JSON as gzip, of a size that can be sent. */
const readBody = (gzip: Uint8Array, rows: number): ResponseBody => {
  if (!Number.isSafeInteger(rows) || rows < 0) throw new Error('the item has no number of rows');
  const text = gunzipSync(gzip, { maxOutputLength: MAX_RESPONSE_BYTES }).toString('utf8');
  JSON.parse(text);
  return compactBody(createBody(text, rows, Buffer.from(gzip).toString('base64')));
};

/** Reads an item; undefined if it is corrupt, of another period, or from further in the future than clocks differ. */
export const readItem = (item: Item, period: string): SharedEntry | undefined => {
  const askedAt = numberIn(item, 'madeAt');
  const gzip = item.body?.B;
  if (!(askedAt <= Date.now() + CLOCK_TOLERANCE) || (item.period?.S ?? '') !== period) return undefined;
  if (!gzip) return { askedAt };
  try {
    return { askedAt, response: { body: readBody(gzip, numberIn(item, 'rows')), askedAt: instantOf(askedAt) } };
  } catch {
    return undefined;
  }
};

/** The body as the table takes it; undefined if it is too large for an item. */
export const itemBody = (body: ResponseBody): Buffer | undefined => {
  const gzip = Buffer.from(body.gzipBase64(), 'base64');
  return gzip.length <= MAX_ITEM_BODY_BYTES && body.bytes <= MAX_RESPONSE_BYTES ? gzip : undefined;
};

/** The item of a response, besides its key. */
export const writeItem = ({ body, askedAt }: CachedResponse, period: string, until: number): Item => {
  const gzip = itemBody(body);
  return {
    period: { S: period },
    madeAt: numberValue(Math.round(askedAt.wall)),
    rows: numberValue(body.rows),
    expiresAt: expiry(until),
    ...(gzip && { body: { B: gzip } }),
  };
};
