import { hash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiKeyConfig } from '../config/dashboard-config.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { readToken, type TokenCache } from '../token/read-token.ts';
import { checkToken, tokenDeadline, unavailable } from './check-token.ts';
import type { Hook, ResolvedContext } from './request-context.ts';
import { queryParameters } from './request-parameters.ts';

const BEARER = /^Bearer +/i;

/** The value is `Bearer <key>`. Any other header has the key alone. */
const AUTHORIZATION = 'authorization';

/** Returns the keys that a request sends: one in the header, and one in the query if the endpoint names a parameter. */
const sentKeys = ({ headers, rawQueryString }: APIGatewayProxyEventV2, { header, query }: ApiKeyConfig) => {
  const inHeader = headers[header];
  const inQuery = query === undefined ? [] : queryParameters(rawQueryString ?? '')(query);
  const sent = header === AUTHORIZATION ? inHeader?.replace(BEARER, '') : inHeader;
  return [...(sent ? [sent] : []), ...inQuery.filter((key) => key !== '')];
};

/**
 * True if the header `authorization` has the key alone, or another scheme: no client of the described form sends it so.
 */
const lacksBearer = ({ headers }: APIGatewayProxyEventV2, { header }: ApiKeyConfig): boolean =>
  header === AUTHORIZATION && Boolean(headers[header]) && !BEARER.test(headers[header] ?? '');

/** Takes constant time. */
const areEqual = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

const describeHeader = (header: string): string =>
  header === AUTHORIZATION ? 'the header authorization as Bearer <key>' : `the header ${header}`;

/** Says that a digest is enough, too, if the endpoint has a token. */
const hintOf = ({ header, query }: ApiKeyConfig, hasToken: boolean): string => {
  const places = [describeHeader(header), ...(query === undefined ? [] : [`the query parameter ${query}`])];
  const digest = hasToken ? ', or the digest of the token in the parameter token' : '';
  return `send the API key in ${places.join(' or in ')}${digest}`;
};

const MISSING = 'The request has no API key, and this endpoint requires one.';
const MISMATCH = 'The API key does not match the configured key.';
const WITHOUT_BEARER = 'The header authorization must have the word Bearer before the API key.';

/**
 * Checks each sent key against all keys of the endpoint. While a key is being replaced, the old and the new key are
 * valid.
 */
const checkKeys = (sent: readonly string[], secrets: readonly (string | undefined)[], hint: string): void => {
  const known = secrets.filter((secret) => secret !== undefined);
  const areValid = sent.every((key) => known.filter((secret) => areEqual(key, secret)).length > 0);
  if (areValid) return;
  if (known.length < secrets.length) throw unavailable('API key');
  throw new WallfeedError('KEY_MISMATCH', MISMATCH, [{ message: MISMATCH, hint }]);
};

/**
 * Creates the check of requests to endpoints with an API key. A valid digest or a valid key is enough. If a request
 * sends several of them, all must be valid.
 */
export const createKeyCheck = (cache: TokenCache | undefined): Hook<ResolvedContext> => {
  const checkDigest = checkToken(cache);
  return async (request) => {
    const { event, context } = request;
    const { endpoint, timing } = context;
    const { apiKey, tokens } = endpoint;
    const hasDigest = tokens.length > 0 && (context.request.token || event.headers['x-token'] || '') !== '';
    if (apiKey) {
      const hint = hintOf(apiKey, tokens.length > 0);
      const sent = sentKeys(event, apiKey);
      if (sent.length === 0 && !hasDigest)
        throw new WallfeedError('KEY_MISSING', MISSING, [{ message: MISSING, hint }]);
      if (lacksBearer(event, apiKey))
        throw new WallfeedError('KEY_MISMATCH', WITHOUT_BEARER, [{ message: WITHOUT_BEARER, hint }]);
      const read = apiKey.keys.map((key) => readToken(key, () => tokenDeadline(timing, endpoint), cache));
      if (sent.length > 0) checkKeys(sent, await Promise.all(read), hint);
    }
    if (hasDigest || !apiKey) await checkDigest(request);
  };
};
