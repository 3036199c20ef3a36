import { isUtf8 } from 'node:buffer';
import { findViolations } from '../../../../shared/catalogue/find-violations.ts';
import type { ShapeFolder } from '../../tables/shape-folders.ts';
import type { FuzzCase } from '../cases/fuzz-case.ts';
import { checkErrorBody } from './check-error-body.ts';
import { checkLog, leaksOfResponse } from './find-leaks.ts';
import { type FuzzResponse, readResponse } from './read-response.ts';

const parse = (text: string): { readonly body?: unknown; readonly faults: readonly string[] } => {
  try {
    return { body: JSON.parse(text), faults: [] };
  } catch {
    return { faults: ['the body is not JSON'] };
  }
};

const checkBody = ({ shape, validate }: ShapeFolder, text: string): readonly string[] => {
  const { body, faults } = parse(text);
  if (faults.length > 0) return faults;
  return findViolations(shape, validate, body).map(
    ({ path, rule, message }) => `the body at '${path}': ${rule}: ${message}`,
  );
};

/** Documents in other encodings than UTF-8 are not compared. */
const checkDocument = (document: Uint8Array, text: string): readonly string[] =>
  !isUtf8(document) || JSON.stringify(JSON.parse(new TextDecoder().decode(document))) === text
    ? []
    : ['the body differs from the document'];

export interface Outcome {
  readonly requestId: string;
  readonly result: unknown;
  readonly lines: readonly string[];
  /** Unhandled errors and warnings outside of the response. */
  readonly unseen: readonly string[];
}

const expectationFaults = ({ expected }: FuzzCase, { status, text }: FuzzResponse): readonly string[] => {
  if (expected === 'good' && status !== 200) return [`a valid request was refused: ${text.slice(0, 500)}`];
  return expected === 'refused' && status === 200 ? ['an invalid request was accepted'] : [];
};

const contentFaults = (fuzzCase: FuzzCase, { status, text }: FuzzResponse, requestId: string): readonly string[] => {
  if (status !== 200) return checkErrorBody(text, status, requestId);
  const { folder, kind, config } = fuzzCase.endpoint;
  const document = kind === 'json' && !config.cache ? fuzzCase.fixtures.objects?.document : undefined;
  const faults = checkBody(folder, text);
  return document && faults.length === 0 ? checkDocument(document, text) : faults;
};

/** Returns a message for each violation. */
export const checkCase = (fuzzCase: FuzzCase, { requestId, result, lines, unseen }: Outcome): readonly string[] => {
  const { answer, faults } = readResponse(result);
  if (!answer) return [...faults, ...unseen];
  const secrets = fuzzCase.secrets ?? [];
  return [
    ...contentFaults(fuzzCase, answer, requestId),
    ...expectationFaults(fuzzCase, answer),
    ...leaksOfResponse(JSON.stringify(answer.headers) + answer.text, secrets),
    ...checkLog(lines, answer.status, secrets),
    ...unseen,
  ];
};
