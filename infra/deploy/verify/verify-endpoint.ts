import { findViolations } from '../../../shared/catalogue/find-violations.ts';
import { describeDetail } from '../../../shared/errors/describe-detail.ts';
import { parseBody } from '../../local/client/parse-body.ts';
import { readProblem } from '../../local/client/read-problem.ts';
import { type Exchange, FOREIGN_ORIGIN, sendPreflight, sendRequest } from '../../local/client/send-request.ts';
import { checkTokens } from './check-tokens.ts';
import type { VerifyProblem, VerifyTarget } from './verify-target.ts';
import { writeRequest } from './write-request.ts';

export interface Verdict {
  readonly endpoint?: string;
  readonly component: string;
  readonly url: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Milliseconds until the body had arrived. */
  readonly ms: number;
  readonly cache?: string;
  /** The problems of the endpoint; empty if it passed. */
  readonly problems: readonly VerifyProblem[];
}

/** Maximum duration of a response. Platforms give up on a request after about this time. */
const MAX_RESPONSE_MS = 10_000;

/** Maximum number of violations that are printed. One mistake often causes hundreds of violations. */
const MAX_VIOLATIONS = 5;

const checkBody = ({ component, validate }: VerifyTarget, { text }: Exchange): readonly VerifyProblem[] => {
  const parsed = parseBody(text);
  if (!parsed) return [{ check: 'body', message: 'the body is not JSON' }];
  return findViolations(component.shape, validate, parsed.body)
    .slice(0, MAX_VIOLATIONS)
    .map(({ path, message, hint }) => ({
      check: 'body',
      message: describeDetail({ ...(path !== '' && { path }), message, ...(hint !== undefined && { hint }) }),
    }));
};

const checkCache = ({ headers }: Exchange): readonly VerifyProblem[] =>
  headers['x-wallfeed-cache'] === 'stale'
    ? [
        {
          check: 'cache',
          message: `the source fails, and an earlier body was sent: ${headers.warning ?? 'no reason given'}`,
        },
      ]
    : [];

/** Returns the sentence of an error, with the hint of its first detail. */
const describeFailure = (exchange: Exchange): string => {
  const { sentence, details } = readProblem(exchange);
  const hint = details[0]?.hint;
  return hint === undefined ? sentence : `${sentence} (${hint})`;
};

const checkResponse = (target: VerifyTarget, exchange: Exchange): readonly VerifyProblem[] => {
  if (exchange.httpStatus !== 200) return [{ check: 'status', message: describeFailure(exchange) }];
  const isSlow = exchange.ms > MAX_RESPONSE_MS;
  const seconds = Math.round(exchange.ms / 1000);
  return [
    ...checkBody(target, exchange),
    ...(isSlow
      ? [{ check: 'time', message: `the response took ${seconds} s; platforms give up after 10 s` } as const]
      : []),
    ...checkCache(exchange),
  ];
};

const allows = ({ headers }: Exchange, origin: string): boolean => {
  const allowed = headers['access-control-allow-origin'];
  return allowed === '*' || allowed === origin;
};

/** Checks that pages of an allowed origin may send the request and read the response. */
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

const originOf = ({ origins: [first = '*'] }: VerifyTarget): string => (first === '*' ? FOREIGN_ORIGIN : first);

/** Verifies a data source: sends requests as the platform does, and as an attacker without the token would. */
export const verifyEndpoint = async (target: VerifyTarget): Promise<Verdict> => {
  const { endpoint, component, url, token, timePeriod } = target;
  const origin = originOf(target);
  const exchange = await sendRequest(url, writeRequest({ currentTime: Date.now(), timePeriod }, token), origin);
  const cache = exchange.headers['x-wallfeed-cache'];
  const problems =
    token.isNeeded && token.secret === undefined
      ? [
          {
            check: 'token',
            message: 'the token is not known: write it to .secrets.yml, or add --token-from env:NAME',
          } as const,
        ]
      : checkResponse(target, exchange);
  const further = [
    ...(await checkCors(target, exchange, origin)),
    ...(exchange.httpStatus === 0 ? [] : await checkTokens(target)),
  ];
  return {
    ...(endpoint !== undefined && { endpoint }),
    component: component.name,
    url,
    status: exchange.httpStatus,
    ms: Math.round(exchange.ms),
    ...(cache !== undefined && { cache }),
    problems: [...problems, ...further],
  };
};
