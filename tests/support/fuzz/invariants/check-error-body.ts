import { isMap } from '../../../../shared/catalogue/is-map.ts';
import { errorCodes } from '../../../../shared/errors/wallfeed-error.ts';

const FIELDS = ['code', 'status', 'msg', 'error', 'details', 'requestId'];
const PLACES = ['line', 'row', 'column'];
const TEXTS = ['path', 'table', 'columnName', 'message', 'hint'];
const MAX_DETAILS = 20;
/** People read error bodies, so they must not quote input at length. */
const MAX_TEXT_LENGTH = 1_500;

type Unknown = Readonly<Record<string, unknown>>;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textFaults = (name: string, value: unknown): readonly string[] => {
  if (typeof value !== 'string') return [`${name} is not text`];
  return value.length > MAX_TEXT_LENGTH ? [`${name} has ${value.length} characters`] : [];
};

const detailFaults = (detail: unknown, index: number): readonly string[] => {
  if (!isMap(detail)) return [`details[${index}] is not an object`];
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
  if (!known) return [`the error ${error} is unknown`];
  const statuses = [answered, code, status];
  return statuses.every((status) => status === known) ? [] : [`${error} has the statuses ${statuses.join(', ')}`];
};

/** Checks an error response: its body must have exactly the form that the README describes. */
export const checkErrorBody = (text: string, status: number, requestId: string): readonly string[] => {
  const problem = parse(text);
  if (!isMap(problem)) return ['the body is not an error body'];
  const { msg, details } = problem;
  const names = Object.keys(problem);
  return [
    ...(names.length === FIELDS.length && FIELDS.every((name) => names.includes(name))
      ? []
      : [`the error body has the fields ${names.join(', ')}`]),
    ...codeFaults(problem, status),
    ...textFaults('msg', msg),
    ...(Array.isArray(details) && details.length <= MAX_DETAILS
      ? details.flatMap(detailFaults)
      : [`details: ${Array.isArray(details) ? `${details.length} entries` : 'not a list'}`]),
    ...(problem.requestId === requestId ? [] : ['the request id is not that of the request']),
  ];
};
