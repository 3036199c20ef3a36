import { decodeToUtf8 } from '../csv/decode-chunks.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import type { FoundRow } from './find-rows.ts';
import { holdValues, parseText } from './json.ts';
import { refuseLargeDocument } from './s3/size-limits.ts';

const NAME = /\.(?:ndjson|jsonl)(?:\.gz)?$/i;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Longest beginning of a file in which a second document is looked for. */
const MAX_LOOKED_AT_BYTES = 1024 * 1024;

const OPENING = /^\s*[[{]/;

/** True if a file has a document on its first line, and a second one begins on a line below. */
const hasSecondDocument = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_LOOKED_AT_BYTES)).toString();
  const [first = '', ...others] = start.trimStart().split('\n');
  const second = others.find((line) => line.trim() !== '');
  return second !== undefined && OPENING.test(second) && OPENING.test(first) && isJson(first);
};

/** True if a file has one JSON document on each line. */
export const isLines = (key: string, bytes: Uint8Array): boolean => NAME.test(key) || hasSecondDocument(bytes);

/**
 * Parses a file with one JSON document on each line. Skips blank lines. The file may be larger than a response, because
 * only its selected rows are sent.
 * @throws WallfeedError SOURCE_INVALID, with the line; SOURCE_TOO_LARGE.
 */
export const parseLines = (bytes: Uint8Array, budget: Budget = UNLIMITED): readonly FoundRow[] => {
  refuseLargeDocument(bytes.length);
  holdValues(bytes, budget);
  const lines = decodeToUtf8(bytes).toString('utf8').split('\n');
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const line = index + 1;
    return [{ value: parseText(text, line), path: '', line }];
  });
};
