import { join } from 'node:path';
import type { Method, TokenReference } from '../../shared/config/dashboard-config.ts';
import { causeName } from '../../shared/errors/cause-name.ts';
import type { Detail } from '../../shared/errors/wallfeed-error.ts';
import { digestOf } from '../../shared/token/digest.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { readSecrets, SECRETS_FILE } from '../dashboard/head/secrets.ts';
import { requiredValues } from '../dashboard/parameters/compile-parameters.ts';
import { explainProxy, fetchWeb } from '../program/web-agents.ts';

export type SentParameters = Readonly<Record<string, unknown>>;

const JSON_TYPE = { 'content-type': 'application/json' };

const withQuery = (url: string, parameters: SentParameters): string => {
  const sent = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(sent).toString();
  return query === '' ? url : `${url}?${query}`;
};

/** Puts parameters in the query of a GET, or in the JSON of a POST. */
export const requestWith = (method: Method, url: string, parameters: SentParameters): SentRequest =>
  method === 'GET'
    ? { method, url: withQuery(url, parameters), headers: {} }
    : { method, url, headers: JSON_TYPE, body: JSON.stringify(parameters) };

type Keyed = Pick<LoadedEndpoint['config'], 'apiKey'>;

export const keyHeader = ({ apiKey }: Keyed, key: string): Readonly<Record<string, string>> =>
  apiKey ? { [apiKey.header]: apiKey.header === 'authorization' ? `Bearer ${key}` : key } : {};

/** Returns undefined if the endpoint has no key, or if the key is not on this machine. */
export const keyOf = ({ apiKey }: Keyed, readSecret: ReadSecret): string | undefined =>
  apiKey?.keys.map(readSecret).find((key) => key !== undefined);

const SHOWN_KEY = 'YOUR-API-KEY';

/** Adds the required parameters to the URL of a GET, but no API key. */
export const urlOf = (
  { path, client, config }: Pick<LoadedEndpoint, 'path'> & Partial<Pick<LoadedEndpoint, 'client' | 'config'>>,
  base: string,
): string => withQuery(base + encodeURI(path), client?.methods[0] === 'GET' ? requiredValues(config?.parameters) : {});

export const requestTo = (
  { path, client, config }: Pick<LoadedEndpoint, 'path' | 'client' | 'config'>,
  base: string,
  parameters: object,
  key: string = SHOWN_KEY,
): SentRequest => {
  const sent = { ...requiredValues(config.parameters), ...parameters };
  const request = requestWith(client?.methods[0] ?? 'POST', base + encodeURI(path), sent);
  return { ...request, headers: { ...request.headers, ...keyHeader(config, key) } };
};

/** Returns the data in the envelope, the same data in the component's own envelope, or the whole response. */
export const bodiesIn = (body: unknown): readonly unknown[] => {
  const { data } = Object(body);
  return data === undefined ? [body] : [data, { code: 200, status: 200, msg: 'success', data }, body];
};

/** Status 0 if there was no response. */
export interface Exchange {
  readonly httpStatus: number;
  /** Milliseconds until the body had arrived. */
  readonly ms: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** One sentence. */
  readonly failure?: string;
}

/** A little more than the 30 s after which API Gateway gives up. */
const TIMEOUT_MS = 35_000;

/** An origin that no dashboard allows by name. A page of this origin may read a response only if all pages may. */
export const FOREIGN_ORIGIN = 'http://wall.invalid';

const explain = (error: unknown, url: string): string => {
  const { host } = new URL(url);
  if ((error as Error).name === 'TimeoutError') return `${host} did not respond within ${TIMEOUT_MS / 1000} s.`;
  const ofProxy = explainProxy(error);
  if (ofProxy !== undefined) return `${ofProxy}.`;
  const cause = causeName((error as Error).cause ?? error);
  return `${host} cannot be reached (${cause}). Check the address and the network.`;
};

type SentInit = Omit<SentRequest, 'url' | 'method'> & { readonly method: string };

const exchange = async (url: string, init: SentInit): Promise<Exchange> => {
  const startedAt = performance.now();
  const passed = (): number => performance.now() - startedAt;
  try {
    const response = await fetchWeb(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { httpStatus: response.status, ms: passed(), headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    return { httpStatus: 0, ms: passed(), headers: {}, text: '', failure: explain(error, url) };
  }
};

export interface SentRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends an origin as a page of that origin does. */
export const send = ({ url, ...request }: SentRequest, origin?: string): Promise<Exchange> =>
  exchange(url, { ...request, headers: { ...request.headers, ...(origin !== undefined && { origin }) } });

export const sendRequest = (url: string, body: string, origin = FOREIGN_ORIGIN): Promise<Exchange> =>
  send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body }, origin);

/** Sends a CORS preflight, with which a browser asks whether pages of an origin may send requests. */
export const sendPreflight = (
  url: string,
  origin: string,
  method: Method = 'POST',
  headers: readonly string[] = ['content-type'],
): Promise<Exchange> =>
  exchange(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers.join(','),
    },
  });

/** Returns undefined if the text is not JSON. A body may be any JSON value. */
export const parseBody = (text: string): { readonly body: unknown } | undefined => {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const GATEWAY: Readonly<Record<number, string>> = {
  403: 'The gateway refuses the request (403).',
  404: 'No route has this address (404). Check the beginning of the URL, and that the dashboard is deployed.',
  413: 'The gateway refuses the request because it is too large (413).',
  429: 'The gateway refuses the request because there are too many (429): raise `throttle` in dashboard.yml.',
  500: 'The function failed, or the gateway could not call it (500).',
  503: 'The function is not available (503).',
  504: 'The function did not respond in time (504).',
};

interface ErrorBody {
  readonly status?: number;
  readonly msg: string;
  readonly error: string;
  readonly details: readonly Detail[];
}

const isErrorBody = (value: unknown): value is ErrorBody => {
  const { msg, error, details } = Object(value);
  return typeof msg === 'string' && typeof error === 'string' && Array.isArray(details);
};

/** Returns the body's own status if an endpoint sends an error with the HTTP status 200. */
export const statusOf = ({ httpStatus, text }: Exchange): number => {
  const body = httpStatus === 200 ? parseBody(text)?.body : undefined;
  return isErrorBody(body) ? (body.status ?? httpStatus) : httpStatus;
};

interface ResponseProblem {
  /** Such as `TABLE_CELL`. */
  readonly error?: string;
  readonly sentence: string;
  readonly details: readonly Detail[];
}

export const readProblem = ({ httpStatus, text, failure }: Exchange): ResponseProblem => {
  if (failure !== undefined) return { sentence: failure, details: [] };
  const body = parseBody(text)?.body;
  if (isErrorBody(body)) return { error: body.error, sentence: body.msg, details: body.details };
  return { sentence: GATEWAY[httpStatus] ?? `The server responded with status ${httpStatus}.`, details: [] };
};

export type ReadSecret = (reference: TokenReference) => string | undefined;

export const createReadSecret = async (folder: string): Promise<ReadSecret> => {
  const { values } = await readSecrets(join(folder, SECRETS_FILE));
  return ({ from, name }) => {
    if (from === 'env') return process.env[name] || undefined;
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
};

export interface RequestedTime {
  /** Milliseconds since 1970. */
  readonly currentTime: number;
  /** Minutes. */
  readonly timePeriod: number;
}

interface SignedRequest extends RequestedTime {
  readonly token?: string;
}

export const signWith = (secret: string, { currentTime, timePeriod }: RequestedTime): SignedRequest => ({
  currentTime,
  timePeriod,
  token: digestOf(String(timePeriod), String(currentTime), secret).toString('hex'),
});

/** Signs if the endpoint has tokens and no API key. Undefined if no secret is known for the digest. */
export const signRequest = (
  { config: { tokens, apiKey } }: Pick<LoadedEndpoint, 'config'>,
  readSecret: ReadSecret,
  { currentTime, timePeriod }: RequestedTime,
): SignedRequest | undefined => {
  const parameters = { currentTime, timePeriod };
  if (tokens.length === 0 || apiKey) return parameters;
  const secret = tokens.map(readSecret).find((one) => one !== undefined);
  return secret === undefined ? undefined : signWith(secret, parameters);
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const formatCurl = ({ url, headers, body }: SentRequest): string => {
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return ['curl -sS', quote(url), ...sent, ...(body === undefined ? [] : [`-d ${quote(body)}`])].join(' ');
};
