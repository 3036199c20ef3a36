import { gunzipSync, gzipSync } from 'node:zlib';
import type { Facts } from '../promises/finding.ts';
import type { EmptyReason } from '../tabular/empty-reason.ts';
import type { Timestamp } from './timestamp.ts';

/** A valid response body, ready to be sent. */
export interface ResponseBody {
  /** Size as UTF-8. */
  readonly bytes: number;
  readonly rows: number;
  /** Why no row of the sources reached the body. */
  readonly empty?: EmptyReason;
  /** Time of the earliest change of the files that the body was made of, in milliseconds since 1970. */
  readonly modifiedAt?: number;
  /** The facts about the rows on which promises depend. */
  readonly facts?: Facts;
  /** Upper bound of the memory that the body uses, in bytes. */
  readonly memoryBytes: number;
  /** True if the cache stores only the gzip form of the body. */
  readonly isCompact: boolean;
  readonly text: () => string;
  /** The body as gzip, in base64. */
  readonly gzipBase64: () => string;
}

/** A response body, and the time at which its sources were read. */
export interface CachedResponse {
  readonly body: ResponseBody;
  readonly askedAt: Timestamp;
  /** The times of the request that the response depends on. Absent if there are none. */
  readonly variant?: string;
}

/** `fresh`: created now. `hit`: cached. `revalidated`: cached, and its sources have not changed. `stale`: expired. */
export type CacheState = 'fresh' | 'hit' | 'revalidated' | 'stale';

/** The role of the cache for one response. */
export interface CacheStatus {
  readonly state: CacheState;
  /** Age of the response: milliseconds since its sources were read. */
  readonly age: number;
  /** Reason for a stale response. */
  readonly reason?: string;
}

/**
 * Size up to which a body is cached as plain text. A larger one is cached only as gzip, so a client that does not
 * accept gzip waits until it is decompressed.
 */
const MAX_PLAIN_BYTES = 128 * 1024;

/** Returns the memory of a string. V8 stores ASCII in one byte per character, and other text in two at most. */
const textBytes = (text: string, bytes: number): number => (text.length === bytes ? bytes : text.length * 2);

/** Returns the maximum size of a gzip body in base64, for a text that gzip cannot compress. */
const maxGzipBytes = (bytes: number): number => Math.ceil((bytes + 1024) * (4 / 3));

/**
 * Compression level. Measured with bodies of charts, it takes two thirds of the time of level 4, and a third of the
 * time of zlib's default level 6. The bodies are 7 % larger than with level 4, and 11 % larger than with level 6.
 */
const GZIP_LEVEL = 1;

interface BodyFacts {
  readonly empty?: EmptyReason | undefined;
  readonly modifiedAt?: number | undefined;
  readonly facts?: Facts | undefined;
  /** The body as gzip, in base64. */
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

/** Returns the form of a body to cache: compressed if it is large. */
export const compactBody = (body: ResponseBody): ResponseBody =>
  body.isCompact || body.bytes <= MAX_PLAIN_BYTES
    ? body
    : createGzipBody(Buffer.from(body.gzipBase64(), 'base64'), body);
