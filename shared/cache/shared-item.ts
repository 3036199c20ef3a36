import { gunzipSync } from 'node:zlib';
import { MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { readEmpty, writeEmpty } from '../tabular/empty-reason.ts';
import { type CachedResponse, compactBody, createBody, type ResponseBody } from './response-body.ts';
import { CLOCK_TOLERANCE_MS, timestampOf } from './timestamp.ts';

/** DynamoDB writes text, a number as text, or bytes in Base64. */
export interface Attribute {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
}

export type Item = Readonly<Record<string, Attribute>>;

/** DynamoDB's limit is 400 KB, including the other attributes. */
const MAX_ITEM_BODY_BYTES = 395_000;
/** DynamoDB's TTL has a precision of seconds. */
const GRACE_SECONDS = 60;

export const numberValue = (value: number): Attribute => ({ N: String(value) });
export const expiry = (until: number): Attribute => numberValue(Math.ceil(until / 1000) + GRACE_SECONDS);

/** Reads a number; NaN if the item does not have it. */
const numberIn = (item: Item, name: string): number => Number(item[name]?.N ?? Number.NaN);

export interface SharedEntry {
  /** Absent if it is too large for the table. */
  readonly response?: CachedResponse;
  /** In milliseconds since 1970. */
  readonly askedAt: number;
}

/** @throws if the bytes are not gzip, the text is not JSON, or the body is too large for a response. */
const readBody = (gzip: string, item: Item): ResponseBody => {
  const rows = numberIn(item, 'rows');
  if (!Number.isSafeInteger(rows) || rows < 0) throw new Error('the item has no number of rows');
  const text = gunzipSync(Buffer.from(gzip, 'base64'), { maxOutputLength: MAX_RESPONSE_BYTES }).toString('utf8');
  JSON.parse(text);
  return compactBody(
    createBody(text, rows, {
      gzip,
      empty: readEmpty(item.empty?.S ?? ''),
      modifiedAt: item.modifiedAt && numberIn(item, 'modifiedAt'),
      ...(item.facts?.S !== undefined && { facts: JSON.parse(item.facts.S) }),
    }),
  );
};

/** Returns undefined if the item is corrupt, is for another period, or has a time too far in the future. */
export const readItem = (item: Item, period: string): SharedEntry | undefined => {
  const askedAt = numberIn(item, 'madeAt');
  const gzip = item.body?.B;
  if (!(askedAt <= Date.now() + CLOCK_TOLERANCE_MS) || (item.period?.S ?? '') !== period) return undefined;
  if (!gzip) return { askedAt };
  try {
    const body = readBody(gzip, item);
    return { askedAt, response: { body, askedAt: timestampOf(askedAt) } };
  } catch {
    return undefined;
  }
};

/** Compresses a body for the table, as Base64; undefined if it is too large for an item. */
export const itemBody = (body: ResponseBody): string | undefined => {
  const gzip = body.gzipBase64();
  return Buffer.byteLength(gzip, 'base64') <= MAX_ITEM_BODY_BYTES && body.bytes <= MAX_RESPONSE_BYTES
    ? gzip
    : undefined;
};

/** Leaves out the key. */
export const writeItem = ({ body, askedAt }: CachedResponse, period: string, until: number): Item => {
  const gzip = itemBody(body);
  return {
    period: { S: period },
    madeAt: numberValue(Math.round(askedAt.wall)),
    rows: numberValue(body.rows),
    ...(body.modifiedAt !== undefined && { modifiedAt: numberValue(body.modifiedAt) }),
    expiresAt: expiry(until),
    ...(gzip && { body: { B: gzip } }),
    ...(body.empty && { empty: { S: writeEmpty(body.empty) } }),
    ...(body.facts && { facts: { S: JSON.stringify(body.facts) } }),
  };
};
