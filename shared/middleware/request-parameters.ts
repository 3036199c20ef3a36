import { WallfeedError } from '../errors/wallfeed-error.ts';
import { shorten } from '../tabular/shorten.ts';

/** A parameter may be sent more than once. */
export type Parameters = (name: string) => readonly string[];

const none: Parameters = () => [];

export const joinParameters =
  (first: Parameters, second: Parameters): Parameters =>
  (name) => [...first(name), ...second(name)];

/** Bytes as the client sent them. */
const MAX_BODY_BYTES = 65_536;

const requestInvalid = (message: string, hint: string, cause?: unknown): WallfeedError =>
  new WallfeedError('REQUEST_INVALID', `The request cannot be read: ${message}.`, [{ message, hint }], { cause });

const decodeText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw requestInvalid('the body is not UTF-8', 'send the parameters as UTF-8', cause);
  }
};

interface JsonSourceText {
  readonly source?: string;
}

/** Keeps the text of each number, because a digest is computed over texts: `30.0` is not `30`. */
const keepNumberText = (_key: string, value: unknown, { source }: JsonSourceText): unknown =>
  typeof value === 'number' && source !== undefined ? source : value;

/** A number whose text may differ from its parsed value: a fraction, an exponent, a leading zero or 16 digits. */
const UNLIKE_ITS_VALUE = /[:[,]\s*-?(?:0|\d+[.eE]|\d{16})/;

/** Uses a reviver only if needed, because a reviver takes five times as long. */
const parseNumbersAsText = (text: string): unknown =>
  UNLIKE_ITS_VALUE.test(text)
    ? (JSON.parse as (text: string, reviver: typeof keepNumberText) => unknown)(text, keepNumberText)
    : JSON.parse(text);

const parseJsonObject = (text: string): object => {
  let value: unknown;
  try {
    value = parseNumbersAsText(text);
  } catch (cause) {
    throw requestInvalid('the body is not JSON', 'send {"currentTime": …, "timePeriod": …}', cause);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw requestInvalid('the body is JSON, but not an object', 'send {"currentTime": …, "timePeriod": …}');
};

const textOfObject = (value: object): string => {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw requestInvalid('a parameter is nested too deeply', 'send {"currentTime": …, "timePeriod": …}', cause);
  }
};

const textsOf = (value: unknown): readonly string[] => {
  if (value === null) return [];
  return [typeof value === 'object' ? textOfObject(value) : String(value)];
};

const fromJson = (text: string): Parameters => {
  const object = parseJsonObject(text) as Readonly<Record<string, unknown>>;
  return (name) => (Object.hasOwn(object, name) ? textsOf(object[name]) : []);
};

const fromForm =
  (form: URLSearchParams): Parameters =>
  (name) =>
    form.getAll(name);

const fromMultipart = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Parameters> => {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return (name) => form.getAll(name).filter((value) => typeof value === 'string');
  } catch (cause) {
    throw requestInvalid('the body is not multipart/form-data', 'send each parameter as a part of its own', cause);
  }
};

/** Leaves out parameters, such as `charset`. */
const mediaTypeOf = (contentType: string): string => {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
};

const isJson = (mediaType: string): boolean => mediaType === 'application/json' || mediaType.endsWith('+json');

const MAX_QUOTED_CHARACTERS = 60;

const unsupported = (mediaType: string): WallfeedError => {
  const shown = shorten(mediaType, MAX_QUOTED_CHARACTERS);
  const found = mediaType === '' ? 'The body has no content-type' : `The content-type '${shown}' is not supported`;
  const hint = 'send application/json, application/x-www-form-urlencoded or multipart/form-data';
  return new WallfeedError('CONTENT_TYPE_UNSUPPORTED', `${found}.`, [{ message: found, hint }]);
};

const checkSize = (bytes: number): void => {
  if (bytes <= MAX_BODY_BYTES) return;
  const message = `the body has ${bytes} bytes; at most ${MAX_BODY_BYTES} are allowed`;
  const hint = 'send currentTime, timePeriod and token only';
  throw new WallfeedError('REQUEST_TOO_LARGE', `The request is too large: ${message}.`, [{ message, hint }]);
};

const BYTE_ORDER_MARK = '\ufeff';

const withoutMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

/**
 * Reads the parameters in a request body. The result is a promise for multipart forms.
 * @throws WallfeedError REQUEST_TOO_LARGE, CONTENT_TYPE_UNSUPPORTED, REQUEST_INVALID.
 */
export const bodyParameters = (
  body: string,
  isBase64: boolean,
  contentType: string,
): Parameters | Promise<Parameters> => {
  const bytes = isBase64 ? Buffer.from(body, 'base64') : undefined;
  checkSize(bytes?.length ?? Buffer.byteLength(body));
  if ((bytes ?? body).length === 0) return none;
  const mediaType = mediaTypeOf(contentType);
  const text = (): string => (bytes ? decodeText(bytes) : withoutMark(body));
  if (isJson(mediaType)) return fromJson(text());
  if (mediaType === 'application/x-www-form-urlencoded') return fromForm(new URLSearchParams(text()));
  if (mediaType === 'multipart/form-data') return fromMultipart(bytes ?? Buffer.from(body), contentType);
  throw unsupported(mediaType);
};

export const queryParameters = (query: string): Parameters => fromForm(new URLSearchParams(query));
