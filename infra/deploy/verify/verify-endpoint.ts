import { randomBytes } from 'node:crypto';
import type { Validate } from '../../../shared/catalogue/accepts.ts';
import { findViolations } from '../../../shared/catalogue/find-violations.ts';
import { describeDetail } from '../../../shared/errors/wallfeed-error.ts';
import {
  type Exchange,
  FOREIGN_ORIGIN,
  parseBody,
  type RequestedTime,
  readProblem,
  type SentParameters,
  sendPreflight,
  sendRequest,
  signWith,
} from '../../client/send-request.ts';
import { partitionOf } from '../../dashboard/head/region.ts';
import { toVerdict, type Verdict, type VerifiedSource, type VerifyProblem } from './verdicts.ts';

interface TokenUse {
  readonly isNeeded: boolean;
  readonly names?: readonly string[];
  /** The secret, which never leaves this machine. Absent if it is not known. */
  readonly secret?: string | undefined;
  /** The allowed distance of `currentTime` from the clock, in milliseconds. Absent if any distance is allowed. */
  readonly maxSkew?: number | undefined;
}

const writeRequest = (
  time: RequestedTime,
  { secret }: Pick<TokenUse, 'secret'>,
  parameters: SentParameters = {},
): string => JSON.stringify({ ...(secret === undefined ? time : signWith(secret, time)), ...parameters });

export interface VerifyTarget extends VerifiedSource {
  readonly validate: Validate;
  readonly token: TokenUse;
  /** The origins whose pages may send requests; `*` for all. Empty if CORS is not configured. */
  readonly origins: readonly string[];
  readonly region?: string | undefined;
  /** Minutes. */
  readonly timePeriod: number;
  readonly parameters?: SentParameters;
}

const BEYOND_SKEW_MS = 60_000;

const DIGEST_BYTES = 16;

interface Attempt {
  readonly name: string;
  readonly request: string;
}

const listAttempts = ({ token, timePeriod }: VerifyTarget): readonly Attempt[] => {
  const now = { currentTime: Date.now(), timePeriod };
  const wrong = randomBytes(DIGEST_BYTES).toString('hex');
  const attempts = [
    { name: 'without a digest', request: writeRequest(now, {}) },
    { name: 'with a wrong digest', request: JSON.stringify({ ...now, token: wrong }) },
  ];
  if (token.secret === undefined || token.maxSkew === undefined) return attempts;
  const old = { currentTime: now.currentTime - token.maxSkew - BEYOND_SKEW_MS, timePeriod };
  return [...attempts, { name: 'with an old digest', request: writeRequest(old, token) }];
};

const describeUnavailable = ({ token: { names = [] } }: VerifyTarget): string => {
  const places = names.length > 0 ? names.join(' and ') : 'its parameter';
  const line = `aws ssm put-parameter --name ${names[0] ?? '<name>'} --type SecureString --value <token>`;
  return `the function cannot read the token from ${places} (TOKEN_UNAVAILABLE): make the parameter, such as with ${line}`;
};

const checkTokens = async (target: VerifyTarget): Promise<readonly VerifyProblem[]> => {
  if (!target.token.isNeeded) return [];
  const problems: VerifyProblem[] = [];
  for (const { name, request } of listAttempts(target)) {
    const exchange = await sendRequest(target.url, request);
    const { httpStatus } = exchange;
    if (readProblem(exchange).error === 'TOKEN_UNAVAILABLE') {
      return [...problems, { check: 'token', message: describeUnavailable(target) }];
    }
    if (httpStatus !== 401)
      problems.push({
        check: 'token',
        message: `a request ${name} gets status ${httpStatus} instead of 401`,
      });
  }
  return problems;
};

export const UNKNOWN_TOKEN = 'the token is not known: write it to .secrets.yml, or add --token-from env:NAME';

/** Maximum duration of a response. Platforms give up on a request after about this time. */
const MAX_RESPONSE_MS = 10_000;

/** Maximum number of violations that are printed. One mistake often causes hundreds of violations. */
const MAX_VIOLATIONS = 5;

type BodyTarget = Pick<VerifyTarget, 'component' | 'validate'>;

/** Returns why a component cannot read a body; empty if it can. */
export const violationsOf = ({ component, validate }: BodyTarget, body: unknown): readonly VerifyProblem[] =>
  findViolations(component.shape, validate, body)
    .slice(0, MAX_VIOLATIONS)
    .map(({ path, message, hint }) => ({
      check: 'body',
      message: describeDetail({ ...(path !== '' && { path }), message, ...(hint !== undefined && { hint }) }),
    }));

const checkBody = (target: VerifyTarget, { text }: Exchange): readonly VerifyProblem[] => {
  const parsed = parseBody(text);
  return parsed ? violationsOf(target, parsed.body) : [{ check: 'body', message: 'the body is not JSON' }];
};

/** Reports a stale response, which an endpoint sends if its source fails. */
export const checkCache = ({ headers }: Exchange): readonly VerifyProblem[] =>
  headers['x-wallfeed-cache'] === 'stale'
    ? [
        {
          check: 'cache',
          message: `the source fails, and an earlier body was sent: ${headers.warning ?? 'no reason given'}`,
        },
      ]
    : [];

const describeFailure = (exchange: Exchange): string => {
  const { sentence, details } = readProblem(exchange);
  const hint = details[0]?.hint;
  return hint === undefined ? sentence : `${sentence} (${hint})`;
};

const LICENCE = 'in China, API Gateway answers 403 until the account has an ICP licence';

export const describeStatus = (
  { url, region = '' }: Pick<VerifyTarget, 'url' | 'region'>,
  exchange: Exchange,
): string => {
  const words = describeFailure(exchange);
  const isChina = partitionOf(region) === 'aws-cn' || new URL(url).hostname.endsWith('.amazonaws.com.cn');
  return exchange.httpStatus === 403 && isChina ? `${words} (${LICENCE})` : words;
};

export const checkTime = ({ ms }: Exchange): readonly VerifyProblem[] =>
  ms > MAX_RESPONSE_MS
    ? [{ check: 'time', message: `the response took ${Math.round(ms / 1000)} s; platforms give up after 10 s` }]
    : [];

const checkResponse = (target: VerifyTarget, exchange: Exchange): readonly VerifyProblem[] => {
  if (exchange.httpStatus !== 200) return [{ check: 'status', message: describeStatus(target, exchange) }];
  return [...checkBody(target, exchange), ...checkTime(exchange), ...checkCache(exchange)];
};

const allows = ({ headers }: Exchange, origin: string): boolean => {
  const allowed = headers['access-control-allow-origin'];
  return allowed === '*' || allowed === origin;
};

const checkCors = async ({ url, origins: [first] }: VerifyTarget, exchange: Exchange, origin: string) => {
  if (first === undefined || exchange.httpStatus === 0) return [];
  const preflight = await sendPreflight(url, origin);
  const problems: VerifyProblem[] = [];
  if (preflight.httpStatus >= 300 || !allows(preflight, origin))
    problems.push({
      check: 'cors',
      message: `the preflight from ${origin} is refused: a browser will not send the request`,
    });
  if (!allows(exchange, origin))
    problems.push({
      check: 'cors',
      message: `the response does not allow ${origin}: a browser will not show it to the page`,
    });
  return problems;
};

export const originOf = ({ origins: [first = '*'] }: Pick<VerifyTarget, 'origins'>): string =>
  first === '*' ? FOREIGN_ORIGIN : first;

/** Sends requests as the platform does, and as an attacker without the token would. */
export const verifyEndpoint = async (target: VerifyTarget): Promise<Verdict> => {
  const { url, token, timePeriod, parameters } = target;
  const origin = originOf(target);
  const exchange = await sendRequest(
    url,
    writeRequest({ currentTime: Date.now(), timePeriod }, token, parameters),
    origin,
  );
  const problems =
    token.isNeeded && token.secret === undefined
      ? [
          {
            check: 'token',
            message: UNKNOWN_TOKEN,
          } as const,
        ]
      : checkResponse(target, exchange);
  const further = [
    ...(await checkCors(target, exchange, origin)),
    ...(exchange.httpStatus === 0 ? [] : await checkTokens(target)),
  ];
  return toVerdict(target, exchange, [...problems, ...further]);
};
