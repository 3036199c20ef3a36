import { randomBytes } from 'node:crypto';
import type { Method } from '../../../shared/config/dashboard-config.ts';
import {
  bodiesIn,
  type Exchange,
  parseBody,
  requestWith,
  type SentParameters,
  type SentRequest,
  send,
  sendPreflight,
  statusOf,
} from '../../client/send-request.ts';
import type { ClientPreset, ClientSettings } from '../../dashboard/clients/read-client.ts';
import { toVerdict, type Verdict, type VerifyProblem } from './verdicts.ts';
import { checkCache, checkTime, describeStatus, originOf, type VerifyTarget, violationsOf } from './verify-endpoint.ts';

interface KeyUse {
  readonly headerWith: (key: string) => Readonly<Record<string, string>>;
  /** The key, which is in no message. Absent if it is not known. */
  readonly secret?: string | undefined;
}

export const UNKNOWN_KEY = 'the API key is not known: write it to .secrets.yml, or add --key-from env:NAME';

export interface ClientTarget extends Omit<VerifyTarget, 'token' | 'timePeriod'> {
  readonly preset: ClientPreset;
  readonly settings: ClientSettings;
  /** Such as the time of a client without a period. */
  readonly parameters: SentParameters;
  /** Absent if the endpoint has no key. */
  readonly key?: KeyUse;
}

const KEY_BYTES = 16;

/** Headers and methods that a page may send without a preflight (https://fetch.spec.whatwg.org/#cors-safelisted-request-header). */
const SAFE_HEADERS = new Set(['accept', 'accept-language', 'content-language']);
const SAFE_METHODS = new Set<Method>(['GET', 'POST']);

const requestOf = ({ url, preset, settings, parameters, key }: ClientTarget): SentRequest => {
  const { headers, query = {}, body = {} } = preset.request;
  const [method = 'GET'] = settings.methods;
  const request = requestWith(method, url, { ...(method === 'GET' ? query : body), ...parameters });
  const ofKey = key?.secret === undefined ? {} : key.headerWith(key.secret);
  return { ...request, headers: { ...request.headers, ...headers, ...ofKey } };
};

const lineOf = ({ preset }: ClientTarget): string => `write \`client: ${preset.name}\``;

const problem = (check: VerifyProblem['check'], message: string, target: ClientTarget): VerifyProblem => ({
  check,
  message: `${message} (${lineOf(target)})`,
});

const listOf = (value: string | undefined): readonly string[] =>
  (value ?? '').split(',').map((one) => one.trim().toLowerCase());

const checkOrigin = (
  { headers }: Exchange,
  what: string,
  origin: string,
  target: ClientTarget,
): readonly VerifyProblem[] => {
  const allowed = headers['access-control-allow-origin'];
  const { credentials } = target.settings;
  if (allowed !== origin && (allowed !== '*' || credentials)) {
    const message = `${what} does not allow ${origin}${credentials ? ' with credentials' : ''}: a browser will not show the response to the page`;
    return [{ check: 'cors', message }];
  }
  if (!credentials || headers['access-control-allow-credentials'] === 'true') return [];
  return [problem('cors', `${what} does not allow credentials, which ${target.preset.title} sends`, target)];
};

const checkPreflight = async (
  request: SentRequest,
  origin: string,
  target: ClientTarget,
): Promise<readonly VerifyProblem[]> => {
  const asked = Object.keys(request.headers).filter((name) => !SAFE_HEADERS.has(name));
  if (asked.length === 0) return [];
  const preflight = await sendPreflight(request.url, origin, request.method, asked);
  const allowed = listOf(preflight.headers['access-control-allow-headers']);
  const refused = asked.filter((name) => !allowed.includes(name));
  const isMethodRefused =
    !SAFE_METHODS.has(request.method) &&
    !listOf(preflight.headers['access-control-allow-methods']).includes(request.method.toLowerCase());
  if (preflight.httpStatus >= 300)
    return [{ check: 'cors', message: `the preflight from ${origin} is refused: a browser will not send the request` }];
  return [
    ...checkOrigin(preflight, 'the preflight', origin, target),
    ...(isMethodRefused ? [problem('cors', `the preflight does not allow ${request.method}`, target)] : []),
    ...(refused.length > 0
      ? [problem('cors', `the preflight does not allow the header ${refused.join(', ')}`, target)]
      : []),
  ];
};

const checkPage = async (
  request: SentRequest,
  exchange: Exchange,
  target: ClientTarget,
): Promise<readonly VerifyProblem[]> => {
  if (target.preset.from !== 'browser' || exchange.httpStatus === 0) return [];
  const origin = originOf(target);
  return [...(await checkPreflight(request, origin, target)), ...checkOrigin(exchange, 'the response', origin, target)];
};

/** Returns undefined if the front end finds no data. */
const dataOf = (body: unknown, { envelope }: ClientSettings): { readonly data: unknown } | undefined => {
  if (envelope === 'plain') return { data: body };
  const { data, status } = Object(body);
  const isRead = Object.hasOwn(Object(body), 'data') && (envelope === 'code' || status === 0);
  return isRead ? { data } : undefined;
};

const checkFigures = (target: ClientTarget, { text }: Exchange): readonly VerifyProblem[] => {
  const { settings, preset } = target;
  const parsed = parseBody(text);
  if (!parsed) return [{ check: 'body', message: 'the body is not JSON' }];
  const read = dataOf(parsed.body, settings);
  if (!read) {
    const form = settings.envelope === 'code' ? '{ data }' : '{ status: 0, data }';
    return [problem('envelope', `the body is not ${form}, which ${preset.title} reads`, target)];
  }
  const found = bodiesIn(parsed.body).map((body) => violationsOf(target, body));
  return found.find((violations) => violations.length === 0) ?? found[0] ?? [];
};

const checkErrors = async (target: ClientTarget, origin: string): Promise<readonly VerifyProblem[]> => {
  const { settings, preset, parameters } = target;
  const exchange = await send(requestOf({ ...target, parameters: { ...parameters, timePeriod: 'wrong' } }), origin);
  const { httpStatus } = exchange;
  if (statusOf(exchange) < 400 || (httpStatus === 200) === (settings.errors === 200)) return [];
  const message = `an error has the HTTP status ${httpStatus}, and ${preset.title} reads ${settings.errors === 200 ? 'only responses with 200' : 'a response with 200 as data'}`;
  return [problem('errors', message, target)];
};

const checkResponse = (target: ClientTarget, exchange: Exchange): readonly VerifyProblem[] => {
  const status = statusOf(exchange);
  if (status === 200) return [...checkFigures(target, exchange), ...checkTime(exchange), ...checkCache(exchange)];
  const words = describeStatus(target, exchange);
  // An unknown route, a refused method and a missing time may come from the wrong `client` in dashboard.yml.
  const isOfForm = status === 404 || status === 405 || (status === 400 && words.includes('is missing'));
  return isOfForm ? [problem('status', words, target)] : [{ check: 'status', message: words }];
};

const checkKey = async (target: ClientTarget, origin: string): Promise<readonly VerifyProblem[]> => {
  const { key } = target;
  if (!key) return [];
  const wrong = randomBytes(KEY_BYTES).toString('hex');
  const attempts = { 'without the API key': undefined, 'with a wrong API key': wrong };
  const problems: VerifyProblem[] = key.secret === undefined ? [{ check: 'key', message: UNKNOWN_KEY }] : [];
  for (const [name, secret] of Object.entries(attempts)) {
    const status = statusOf(await send(requestOf({ ...target, key: { ...key, secret } }), origin));
    if (status !== 401)
      problems.push({ check: 'key', message: `a request ${name} gets status ${status} instead of 401` });
  }
  return problems;
};

export const verifyClient = async (target: ClientTarget): Promise<Verdict> => {
  const origin = originOf(target);
  const request = requestOf(target);
  const exchange = await send(request, origin);
  const isKeyKnown = target.key === undefined || target.key.secret !== undefined;
  const problems = [
    ...(isKeyKnown ? checkResponse(target, exchange) : []),
    ...(await checkPage(request, exchange, target)),
    ...(exchange.httpStatus === 0 ? [] : await checkKey(target, origin)),
  ];
  const isServed = statusOf(exchange) === 200;
  return toVerdict(target, exchange, [...problems, ...(isServed ? await checkErrors(target, origin) : [])]);
};
