import { gunzipSync } from 'node:zlib';
import { isMap } from '../../../../shared/catalogue/is-map.ts';

/** In payload format 2.0 as API Gateway reads it. */
export interface FuzzResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const FIELDS = new Set(['statusCode', 'headers', 'body', 'isBase64Encoded', 'cookies']);
const HEADER_NAME = /^[a-z][a-z0-9-]*$/;
const HEADER_TEXT = /^[\x20-\x7e]*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;

const headerFaults = (headers: unknown): readonly string[] => {
  if (!isMap(headers)) return ['the headers of the response are not an object'];
  return Object.entries(headers)
    .filter(([name, text]) => !HEADER_NAME.test(name) || typeof text !== 'string' || !HEADER_TEXT.test(text))
    .map(([name]) => `the response header ${JSON.stringify(name)} cannot be sent`);
};

const formFaults = (result: unknown): readonly string[] => {
  if (!isMap(result)) return ['the result is not an object'];
  const { statusCode, headers, body, isBase64Encoded = false } = result;
  return [
    ...Object.keys(result)
      .filter((name) => !FIELDS.has(name))
      .map((name) => `the response has a field ${name}`),
    ...(Number.isInteger(statusCode) && Number(statusCode) >= 200 && Number(statusCode) < 600
      ? []
      : ['the status of the response is invalid']),
    ...headerFaults(headers),
    ...(typeof body === 'string' ? [] : ['the body of the response is not text']),
    ...(typeof isBase64Encoded === 'boolean' ? [] : ['isBase64Encoded is not a Boolean']),
    ...(isBase64Encoded && !BASE64.test(String(body)) ? ['the body of the response is not base64'] : []),
    ...(Buffer.byteLength(JSON.stringify(result)) > MAX_RESPONSE_BYTES
      ? ['the response exceeds the limit of Lambda']
      : []),
  ];
};

const textOf = (body: string, isBase64: boolean, encoding: string | undefined): string => {
  const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
};

/** As the client sees it. Returns faults if API Gateway would refuse the result. */
export const readResponse = (
  result: unknown,
): { readonly answer?: FuzzResponse; readonly faults: readonly string[] } => {
  const faults = formFaults(result);
  if (faults.length > 0) return { faults };
  const {
    statusCode,
    headers,
    body,
    isBase64Encoded = false,
  } = result as {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly isBase64Encoded?: boolean;
  };
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'gzip') return { faults: [`its content-encoding is ${encoding}`] };
  return { answer: { status: statusCode, headers, text: textOf(body, isBase64Encoded, encoding) }, faults };
};
