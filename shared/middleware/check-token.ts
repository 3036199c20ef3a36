import type { Deadline } from '../aws/deadline.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import { digestOf, matchesDigest } from '../token/digest.ts';
import { readToken, type TokenCache } from '../token/read-token.ts';
import type { DataRequest, Hook, ResolvedContext } from './request-context.ts';
import { deadlineOf, type Timing } from './timing.ts';

const HINT = 'send the md5 of timePeriod, currentTime and the token, as text and in this order, in the parameter token';

const TOKEN_READ_TIMEOUT_MS = 3_000;
/** Share of the endpoint's deadline. The sources need the rest. */
const TOKEN_READ_SHARE = 1 / 2;

const refuse = (
  code: 'TOKEN_MISSING' | 'TOKEN_MISMATCH' | 'TOKEN_EXPIRED',
  message: string,
  hint: string,
): WallfeedError => new WallfeedError(code, message, [{ path: 'token', message, hint }]);

export const unavailable = (secret = 'token'): WallfeedError => {
  const message = `The ${secret} of this endpoint cannot be read.`;
  const hint = 'create the parameter that the dashboard file names, and let the function read it';
  return new WallfeedError('TOKEN_UNAVAILABLE', message, [{ message, hint }], { retryAfter: 5 });
};

/**
 * Checks the digest against each token. One match is enough, so that the old and the new token are valid while a token
 * is being replaced.
 */
const checkDigest = (
  sent: string,
  { currentTime, timePeriod }: DataRequest,
  secrets: readonly (string | undefined)[],
): void => {
  const known = secrets.filter((secret) => secret !== undefined);
  if (known.some((secret) => matchesDigest(sent, digestOf(timePeriod.text, currentTime.text, secret)))) return;
  if (known.length < secrets.length) throw unavailable();
  throw refuse('TOKEN_MISMATCH', 'The digest does not match this request and the configured token.', HINT);
};

const checkAge = ({ currentTime }: DataRequest, { maxSkew = Number.POSITIVE_INFINITY }: Endpoint): void => {
  const skew = Math.abs(Date.now() - currentTime.value);
  if (skew <= maxSkew) return;
  const found = `currentTime is ${Math.round(skew / 1000)} s from the clock; at most ${maxSkew / 1000} s are allowed`;
  throw refuse(
    'TOKEN_EXPIRED',
    `The request is too old or too new: ${found}.`,
    'send the current time, and correct the clock',
  );
};

type Secret = string | undefined;

const areCached = (secrets: readonly (Secret | Promise<Secret>)[]): secrets is readonly Secret[] =>
  secrets.every((secret) => !(secret instanceof Promise));

export const tokenDeadline = (timing: Timing, endpoint: Endpoint): Deadline =>
  deadlineOf(timing, endpoint, Math.min(TOKEN_READ_TIMEOUT_MS, endpoint.deadline * TOKEN_READ_SHARE));

/** The digest is in the parameter `token`, or else in the header `x-token`. */
export const checkToken =
  (cache?: TokenCache): Hook<ResolvedContext> =>
  ({ event, context: { endpoint, request, timing } }) => {
    if (endpoint.tokens.length === 0) return undefined;
    const sent = request.token || event.headers['x-token'] || '';
    if (sent === '') throw refuse('TOKEN_MISSING', 'The request has no digest, and this endpoint requires one.', HINT);
    const check = (secrets: readonly (string | undefined)[]): void => {
      checkDigest(sent, request, secrets);
      checkAge(request, endpoint);
    };
    const secrets = endpoint.tokens.map((reference) =>
      readToken(reference, () => tokenDeadline(timing, endpoint), cache),
    );
    return areCached(secrets) ? check(secrets) : Promise.all(secrets).then(check);
  };
