export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

const HOP_BY_HOP = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade', 'date']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inferred = (result: unknown): GatewayResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(typeof result === 'string' ? result : JSON.stringify(result)),
});

const readStatus = (status: unknown): number | undefined =>
  /^[1-5]\d\d$/.test(String(status)) && !isRecord(status) && !Array.isArray(status) ? Number(status) : undefined;

/** Returns the headers with lower-case names; undefined if a value is not a string, number or Boolean. */
const readHeaders = (headers: unknown): Record<string, string> | undefined => {
  if (headers === undefined || headers === null) return {};
  if (!isRecord(headers)) return undefined;
  const entries = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));
  if (!entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))) return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
};

/**
 * Reads a function's result in payload format 2.0. Without `statusCode`, the result itself is the JSON body. Returns
 * undefined if it has a `statusCode` but is not a valid response.
 */
export const readResponse = (payload: Buffer): GatewayResponse | undefined => {
  const result: unknown = JSON.parse(payload.toString() || 'null');
  if (!isRecord(result) || result.statusCode === undefined) return inferred(result);
  const { statusCode, body = '', isBase64Encoded, cookies = [] } = result;
  const status = readStatus(statusCode);
  const headers = readHeaders(result.headers);
  if (status === undefined || headers === undefined || !Array.isArray(cookies)) return undefined;
  if (body !== null && typeof body !== 'string') return undefined;
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', ...headers },
    cookies: cookies.map(String),
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
};

const problem = (status: number, message: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message })),
});

/** The responses that an HTTP API creates itself. */
export const problems = {
  badRequest: problem(400, 'Bad Request'),
  notFound: problem(404, 'Not Found'),
  tooLarge: problem(413, 'Request Entity Too Large'),
  tooMany: problem(429, 'Too Many Requests'),
  headTooLarge: problem(431, 'Request Header Fields Too Large'),
  internal: problem(500, 'Internal Server Error'),
  unavailable: problem(503, 'Service Unavailable'),
};
