import { errorCodes } from '../../../shared/errors/error-codes.ts';

const FIELDS = ['code', 'status', 'msg', 'error', 'details', 'requestId'];
const PLACES = ['line', 'row', 'column'];
const TEXTS = ['path', 'table', 'columnName', 'message', 'hint'];
const MAX_DETAILS = 20;
/** A problem is read by a person: nothing that was found is repeated at length. */
const MAX_TEXT_LENGTH = 1_500;

type Unknown = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textFaults = (name: string, value: unknown): readonly string[] => {
  if (typeof value !== 'string') return [`${name} is no text`];
  return value.length > MAX_TEXT_LENGTH ? [`${name} has ${value.length} characters`] : [];
};

const detailFaults = (detail: unknown, index: number): readonly string[] => {
  if (!isRecord(detail)) return [`details[${index}] is no object`];
  const faults = Object.entries(detail).flatMap(([name, value]) => {
    if (TEXTS.includes(name)) return textFaults(name, value);
    if (!PLACES.includes(name)) return [`has a field ${name}`];
    return Number.isInteger(value) && Number(value) >= 1 ? [] : [`${name} is ${value}`];
  });
  const blank = ['message', 'hint'].filter((name) => !detail[name]).map((name) => `has no ${name}`);
  return [...faults, ...blank].map((fault) => `details[${index}] ${fault}`);
};

const codeFaults = ({ error, code, status }: Unknown, answered: number): readonly string[] => {
  if (error === 'INTERNAL') return ['the error is INTERNAL'];
  const known = Object.hasOwn(errorCodes, String(error)) ? errorCodes[error as keyof typeof errorCodes] : undefined;
  if (!known) return [`the error ${error} is not in the table`];
  const statuses = [answered, code, status];
  return statuses.every((one) => one === known.status) ? [] : [`${error} is answered with ${statuses.join(', ')}`];
};

/** Faults of an answer that is no body: one problem of exactly the form that the README describes. */
export const checkProblem = (text: string, status: number, requestId: string): readonly string[] => {
  const problem = parse(text);
  if (!isRecord(problem)) return ['the answer is no problem'];
  const { msg, details } = problem;
  const names = Object.keys(problem);
  return [
    ...(names.length === FIELDS.length && FIELDS.every((name) => names.includes(name))
      ? []
      : [`the problem has the fields ${names.join(', ')}`]),
    ...codeFaults(problem, status),
    ...textFaults('msg', msg),
    ...(Array.isArray(details) && details.length <= MAX_DETAILS
      ? details.flatMap(detailFaults)
      : [`its details are ${Array.isArray(details) ? `${details.length} many` : 'no list'}`]),
    ...(problem.requestId === requestId ? [] : ['the request id is another']),
  ];
};
