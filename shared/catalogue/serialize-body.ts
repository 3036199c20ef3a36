import { WallfeedError } from '../errors/wallfeed-error.ts';
import { TOO_DEEP } from './validate-body.ts';

/** What a function may answer at most, the JSON around the body included. */
export const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;
const HEADERS_BYTES = 1024;

/**
 * A body as JSON text.
 * @throws WallfeedError BODY_INVALID when it is deeper than the stack.
 */
export const serializeBody = (body: unknown): string => {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const { path, message, hint = '' } = TOO_DEEP;
    throw new WallfeedError('BODY_INVALID', `The body ${message}.`, [{ path, message, hint }], { cause });
  }
};

/** Of JSON as UTF-8, escaped. */
const MOST_BYTES_A_CHARACTER = 3;

/** Text is escaped once more on its way, base64 is not. */
const sizeOf = (body: string, isBase64: boolean): number =>
  Buffer.byteLength(isBase64 ? body : JSON.stringify(body)) + HEADERS_BYTES;

/** Whether a function can send a body. */
export const fits = (body: string, isBase64: boolean): boolean =>
  body.length * MOST_BYTES_A_CHARACTER + HEADERS_BYTES <= MAX_RESPONSE_BYTES ||
  sizeOf(body, isBase64) <= MAX_RESPONSE_BYTES;

/** What is told of an answer that no function can send. */
export const bodyTooLarge = (bytes: number): WallfeedError => {
  const message = `the answer has ${bytes} bytes; a function may send ${MAX_RESPONSE_BYTES}`;
  return new WallfeedError('BODY_TOO_LARGE', `The body is too large: ${message}.`, [
    { message, hint: 'show less: a component draws tens of values, not thousands' },
  ]);
};

/**
 * Holds what a function sends against the limit.
 * @throws WallfeedError BODY_TOO_LARGE
 */
export const checkSize = (body: string, isBase64: boolean): void => {
  if (!fits(body, isBase64)) throw bodyTooLarge(sizeOf(body, isBase64));
};
