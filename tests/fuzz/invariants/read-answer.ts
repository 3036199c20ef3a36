import { gunzipSync } from 'node:zlib';

/** A response as API Gateway takes it in payload format 2.0, its body as text. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const FIELDS = new Set(['statusCode', 'headers', 'body', 'isBase64Encoded', 'cookies']);
const HEADER_NAME = /^[a-z][a-z0-9-]*$/;
const HEADER_TEXT = /^[\x20-\x7e]*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** What Lambda lets a function send. */
const LARGEST = 6 * 1024 * 1024;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const headerFaults = (headers: unknown): readonly string[] => {
  if (!isRecord(headers)) return ['its headers are no object'];
  return Object.entries(headers)
    .filter(([name, text]) => !HEADER_NAME.test(name) || typeof text !== 'string' || !HEADER_TEXT.test(text))
    .map(([name]) => `its header ${JSON.stringify(name)} cannot be sent`);
};

const formFaults = (result: unknown): readonly string[] => {
  if (!isRecord(result)) return ['the function answered no object'];
  const { statusCode, headers, body, isBase64Encoded = false } = result;
  return [
    ...Object.keys(result)
      .filter((name) => !FIELDS.has(name))
      .map((name) => `the response has a field ${name}`),
    ...(Number.isInteger(statusCode) && Number(statusCode) >= 200 && Number(statusCode) < 600 ? [] : ['no status']),
    ...headerFaults(headers),
    ...(typeof body === 'string' ? [] : ['its body is no text']),
    ...(typeof isBase64Encoded === 'boolean' ? [] : ['isBase64Encoded is no Boolean']),
    ...(isBase64Encoded && !BASE64.test(String(body)) ? ['its body is not base64'] : []),
    ...(Buffer.byteLength(JSON.stringify(result)) > LARGEST ? ['it is larger than Lambda sends'] : []),
  ];
};

const textOf = (body: string, isBase64: boolean, encoding: string | undefined): string => {
  const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
};

/** What a function returned, as the client will see it; or what keeps the gateway from sending it. */
export const readAnswer = (result: unknown): { readonly answer?: Answer; readonly faults: readonly string[] } => {
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
