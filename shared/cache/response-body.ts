import { gunzipSync, gzipSync } from 'node:zlib';
import type { Facts } from '../promises/finding.ts';
import type { EmptyReason } from '../tabular/empty-reason.ts';
import type { Timestamp } from './timestamp.ts';

export interface ResponseBody {
  /** Size as UTF-8. */
  readonly bytes: number;
  readonly rows: number;
  /** Why no row of the sources reached the body. */
  readonly empty?: EmptyReason;
  /** Earliest change of the files that the body was made of, in milliseconds since 1970. */
  readonly modifiedAt?: number;
  /** Promises are judged by these facts. */
  readonly facts?: Facts;
  /** Upper bound, in bytes. */
  readonly memoryBytes: number;
  /** True if the cache stores only the gzip form. */
  readonly isCompact: boolean;
  readonly text: () => string;
  /** Returns base64. */
  readonly gzipBase64: () => string;
}

export interface CachedResponse {
  readonly body: ResponseBody;
  readonly askedAt: Timestamp;
  /** Absent if the response depends on no times of the request. */
  readonly variant?: string;
}

/** `fresh`: created now. `hit`: cached. `revalidated`: cached, and its sources have not changed. `stale`: expired. */
export type CacheState = 'fresh' | 'hit' | 'revalidated' | 'stale';

export interface CacheStatus {
  readonly state: CacheState;
  /** Milliseconds since the sources were read. */
  readonly age: number;
  /** Set for a stale response. */
  readonly reason?: string;
}

/** A larger body is cached only as gzip, so a client that does not accept gzip waits until it is decompressed. */
const MAX_PLAIN_BYTES = 128 * 1024;

/** Returns the memory of a string. V8 stores ASCII in one byte per character, and other text in two at most. */
const textBytes = (text: string, bytes: number): number => (text.length === bytes ? bytes : text.length * 2);

/** Returns the maximum size of a gzip body in base64, for a text that gzip cannot compress. */
const maxGzipBytes = (bytes: number): number => Math.ceil((bytes + 1024) * (4 / 3));

/** Measured with bodies of charts: a third of the time of zlib's default level 6. The bodies are 11 % larger. */
const GZIP_LEVEL = 1;

interface BodyFacts {
  readonly empty?: EmptyReason | undefined;
  readonly modifiedAt?: number | undefined;
  readonly facts?: Facts | undefined;
  /** In base64. */
  readonly gzip?: string;
}

export const createBody = (
  text: string,
  rows: number,
  { empty, modifiedAt, facts, gzip: base64 }: BodyFacts = {},
): ResponseBody => {
  const bytes = Buffer.byteLength(text);
  let gzip = base64;
  return {
    bytes,
    rows,
    ...(empty && { empty }),
    ...(modifiedAt !== undefined && { modifiedAt }),
    ...(facts && { facts }),
    memoryBytes: textBytes(text, bytes) + maxGzipBytes(bytes),
    isCompact: false,
    text: () => text,
    gzipBase64: () => {
      gzip ??= gzipSync(text, { level: GZIP_LEVEL }).toString('base64');
      return gzip;
    },
  };
};

const createGzipBody = (gzip: Buffer, body: ResponseBody): ResponseBody => ({
  ...body,
  memoryBytes: gzip.length,
  isCompact: true,
  text: () => gunzipSync(gzip).toString('utf8'),
  gzipBase64: () => gzip.toString('base64'),
});

export const compactBody = (body: ResponseBody): ResponseBody =>
  body.isCompact || body.bytes <= MAX_PLAIN_BYTES
    ? body
    : createGzipBody(Buffer.from(body.gzipBase64(), 'base64'), body);
