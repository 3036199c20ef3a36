import { randomBytes } from 'node:crypto';
import { sendRequest } from '../../local/client/send-request.ts';
import type { VerifyProblem, VerifyTarget } from './verify-target.ts';
import { writeRequest } from './write-request.ts';

/** Time by which the old request is older than allowed. */
const BEYOND_SKEW_MS = 60_000;

const DIGEST_BYTES = 16;

interface Attempt {
  readonly name: string;
  readonly request: string;
}

/** Lists requests that must be refused: without a digest, with a wrong digest, and with an old digest. */
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

/** Checks that a data source with a token refuses requests that are not signed with this token. */
export const checkTokens = async (target: VerifyTarget): Promise<readonly VerifyProblem[]> => {
  if (!target.token.isNeeded) return [];
  const problems: VerifyProblem[] = [];
  for (const { name, request } of listAttempts(target)) {
    const { httpStatus } = await sendRequest(target.url, request);
    if (httpStatus !== 401)
      problems.push({
        check: 'token',
        message: `a request ${name} gets status ${httpStatus} instead of 401`,
      });
  }
  return problems;
};
