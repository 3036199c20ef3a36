import { gzipSync } from 'node:zlib';
import type { Instant } from './instant.ts';

/** A body that was found right, ready to be sent. */
export interface Answer {
  readonly text: string;
  /** Of the text, as UTF-8. */
  readonly bytes: number;
  /** How many rows it was made from. */
  readonly rows: number;
  /** As gzip in base64, once it was asked for. */
  compressed?: string;
}

export const createAnswer = (text: string, rows: number): Answer => ({ text, bytes: Buffer.byteLength(text), rows });

/** An answer, and when its sources last agreed to it. */
export interface KeptAnswer {
  readonly answer: Answer;
  readonly goodAt: Instant;
}

/** Made now; kept; kept, and found unchanged; or older than it should be. */
export type CacheState = 'fresh' | 'hit' | 'revalidated' | 'stale';

/** Where an answer came from. */
export interface Origin {
  readonly state: CacheState;
  /** Milliseconds since its sources last agreed to it. */
  readonly age: number;
  /** Why it is stale. */
  readonly reason?: string;
}

/** An answer as gzip in base64, made once. */
export const compress = (answer: Answer): string => {
  answer.compressed ??= gzipSync(answer.text).toString('base64');
  return answer.compressed;
};
