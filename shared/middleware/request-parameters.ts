import { WallfeedError } from '../errors/wallfeed-error.ts';

/** Parameters by name; each may have been sent more than once, as text. */
export type Parameters = ReadonlyMap<string, readonly string[]>;

/** The largest request body, in bytes as the client sent it. */
const MAX_BODY_BYTES = 65_536;

const requestInvalid = (message: string, hint: string, cause?: unknown): WallfeedError =>
  new WallfeedError('REQUEST_INVALID', `The request cannot be read: ${message}.`, [{ message, hint }], { cause });

const grouped = (entries: Iterable<readonly [string, string]>): Parameters => {
  const parameters = new Map<string, string[]>();
  for (const [name, text] of entries) parameters.set(name, [...(parameters.get(name) ?? []), text]);
  return parameters;
};

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

/** Numbers stay the text they were sent as: `30.0` is not `30` to a digest. */
const keepNumberText = (_key: string, value: unknown, { source }: JsonSourceText): unknown =>
  typeof value === 'number' && source !== undefined ? source : value;

const parseJsonObject = (text: string): object => {
  let value: unknown;
  try {
    value = (JSON.parse as (text: string, reviver: typeof keepNumberText) => unknown)(text, keepNumberText);
  } catch (cause) {
    throw requestInvalid('the body is not JSON', 'send {"currentTime": …, "timePeriod": …}', cause);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw requestInvalid('the body is JSON, but not an object', 'send {"currentTime": …, "timePeriod": …}');
};

const fromJson = (bytes: Uint8Array): Parameters =>
  grouped(
    Object.entries(parseJsonObject(decodeText(bytes))).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );

const fromMultipart = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Parameters> => {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return grouped(
      [...form].flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch (cause) {
    throw requestInvalid('the body is not multipart/form-data', 'send each parameter as a part of its own', cause);
  }
};

const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

const isJson = (mediaType: string): boolean => mediaType === 'application/json' || mediaType.endsWith('+json');

const parseBytes = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Parameters> => {
  const mediaType = mediaTypeOf(contentType);
  if (isJson(mediaType)) return fromJson(bytes);
  if (mediaType === 'application/x-www-form-urlencoded') return grouped(new URLSearchParams(decodeText(bytes)));
  if (mediaType === 'multipart/form-data') return fromMultipart(bytes, contentType);
  const found = mediaType === '' ? 'The body has no content-type' : `The content-type '${mediaType}' is not read`;
  const hint = 'send application/json, application/x-www-form-urlencoded or multipart/form-data';
  throw new WallfeedError('CONTENT_TYPE_UNSUPPORTED', `${found}.`, [{ message: found, hint }]);
};

/**
 * The parameters in a request body.
 * @throws WallfeedError REQUEST_TOO_LARGE, CONTENT_TYPE_UNSUPPORTED, REQUEST_INVALID.
 */
export const bodyParameters = async (body: string, isBase64: boolean, contentType: string): Promise<Parameters> => {
  const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    const message = `the body has ${bytes.length} bytes; at most ${MAX_BODY_BYTES} are read`;
    const hint = 'send currentTime, timePeriod and token only';
    throw new WallfeedError('REQUEST_TOO_LARGE', `The request is too large: ${message}.`, [{ message, hint }]);
  }
  return bytes.length === 0 ? new Map() : parseBytes(bytes, contentType);
};

/** The parameters in a query string. */
export const queryParameters = (query: string): Parameters => grouped(new URLSearchParams(query));
