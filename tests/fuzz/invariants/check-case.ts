import type { FuzzCase } from '../cases/fuzz-case.ts';
import { checkBody, checkDocument } from './check-body.ts';
import { checkLog } from './check-log.ts';
import { checkProblem } from './check-problem.ts';
import { leaksOfAnswer } from './find-leaks.ts';
import { type Answer, readAnswer } from './read-answer.ts';

/** What became of a case. */
export interface Outcome {
  readonly requestId: string;
  /** What the function returned. */
  readonly result: unknown;
  readonly lines: readonly string[];
  /** What went wrong outside of the answer. */
  readonly unseen: readonly string[];
}

const expectationFaults = ({ expected }: FuzzCase, { status, text }: Answer): readonly string[] => {
  if (expected === 'good' && status !== 200) return [`it is right, and was refused: ${text.slice(0, 500)}`];
  return expected === 'refused' && status === 200 ? ['it is wrong, and was let in'] : [];
};

const contentFaults = (one: FuzzCase, { status, text }: Answer, requestId: string): readonly string[] => {
  if (status !== 200) return checkProblem(text, status, requestId);
  const { folder, kind, config } = one.endpoint;
  const document = kind === 'json' && !config.cache ? one.fixtures.objects?.document : undefined;
  const faults = checkBody(folder, text);
  return document && faults.length === 0 ? checkDocument(document, text) : faults;
};

/** Every way in which a case broke what holds for all of them. */
export const checkCase = (one: FuzzCase, { requestId, result, lines, unseen }: Outcome): readonly string[] => {
  const { answer, faults } = readAnswer(result);
  if (!answer) return [...faults, ...unseen];
  const secrets = one.secrets ?? [];
  return [
    ...contentFaults(one, answer, requestId),
    ...expectationFaults(one, answer),
    ...leaksOfAnswer(JSON.stringify(answer.headers) + answer.text, secrets),
    ...checkLog(lines, answer.status, secrets),
    ...unseen,
  ];
};
