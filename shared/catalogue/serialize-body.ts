import { WallfeedError } from '../errors/wallfeed-error.ts';
import { TOO_DEEP } from './accepts.ts';

/** Limit of Lambda, including the JSON around the body. */
export const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;
const HEADERS_BYTES = 1024;

const WHOLE_NUMBER = /^\d+$/;
/** JSON escapes it. It marks a key, so that JavaScript does not take the key for an index. */
const MARK = '\0';
const MARKED_KEY = /"\\u0000(\d+)":/g;

/** Keeps the order of keys in a shape with `hasFreeKeys`. JavaScript itself would put a key such as `2024` first. */
export const orderedObject = <Value>(keys: readonly string[], cellOf: (index: number) => Value) =>
  Object.fromEntries(keys.map((key, index) => [WHOLE_NUMBER.test(key) ? MARK + key : key, cellOf(index)]));

/**
 * @param hasFreeKeys true if the body has objects of `orderedObject`.
 * @throws WallfeedError BODY_INVALID if the body is nested too deeply for the stack.
 */
export const serializeBody = (body: unknown, hasFreeKeys = false): string => {
  try {
    const text = JSON.stringify(body);
    return hasFreeKeys ? text.replaceAll(MARKED_KEY, '"$1":') : text;
  } catch (cause) {
    const { path, message, hint = '' } = TOO_DEEP;
    throw new WallfeedError('BODY_INVALID', `The body ${message}.`, [{ path, message, hint }], { cause });
  }
};

/** Escaped and encoded as UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Returns the size of a body inside a Lambda response. Lambda escapes text again, but not base64. */
const sizeOf = (body: string, isBase64: boolean): number =>
  Buffer.byteLength(isBase64 ? body : JSON.stringify(body)) + HEADERS_BYTES;

export const fits = (body: string, isBase64: boolean): boolean =>
  body.length * MAX_BYTES_PER_CHARACTER + HEADERS_BYTES <= MAX_RESPONSE_BYTES ||
  sizeOf(body, isBase64) <= MAX_RESPONSE_BYTES;

export const bodyTooLarge = (bytes: number): WallfeedError => {
  const message = `the response has ${bytes} bytes; a function may send at most ${MAX_RESPONSE_BYTES}`;
  return new WallfeedError('BODY_TOO_LARGE', `The body is too large: ${message}.`, [
    { message, hint: 'show less: a component draws tens of values, not thousands' },
  ]);
};

/** @throws WallfeedError BODY_TOO_LARGE */
export const checkSize = (body: string, isBase64: boolean): void => {
  if (!fits(body, isBase64)) throw bodyTooLarge(sizeOf(body, isBase64));
};
