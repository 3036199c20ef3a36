import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { DataRequest, Hook, NumberParameter, ParsedContext } from './request-context.ts';
import { bodyParameters, joinParameters, type Parameters, queryParameters } from './request-parameters.ts';

export const MAX_PERIOD_MINUTES = 5_256_000;

const TIMESTAMP = {
  pattern: /^[1-9]\d{12}$/,
  max: Number.POSITIVE_INFINITY,
  expects: 'a timestamp of 13 digits, in milliseconds',
};

const NUMBERS = {
  currentTime: TIMESTAMP,
  from: TIMESTAMP,
  to: TIMESTAMP,
  timePeriod: {
    pattern: /^(?:0|[1-9]\d*)(?:\.\d{1,3})?$/,
    max: MAX_PERIOD_MINUTES,
    expects: 'a number of minutes from 0 to 5256000 with at most three decimals',
  },
} as const;

const MAX_QUOTED_CHARACTERS = 40;
export const quote = (text: string): string =>
  `'${text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text}'`;

/** Looks in body and query. Refuses texts that differ. */
export const textOf = (name: string, parameters: Parameters, faults: Detail[]): string | undefined => {
  const texts = parameters(name);
  const first = texts[0];
  const other = texts.length > 1 ? texts.find((text) => text !== first) : undefined;
  if (first !== undefined && other !== undefined) {
    const found = name === 'token' ? '' : `: ${quote(first)} and ${quote(other)}`;
    faults.push({ path: name, message: `is given twice with different text${found}`, hint: `send ${name} once` });
  }
  return first;
};

/** Adds a fault if the parameter is missing, or is not a number in the expected form. */
export const numberOf = (name: keyof typeof NUMBERS, text: string | undefined, faults: Detail[]): NumberParameter => {
  const { pattern, max, expects } = NUMBERS[name];
  const value = Number(text);
  if (text === undefined) faults.push({ path: name, message: 'is missing', hint: `send ${name}, ${expects}` });
  else if (!pattern.test(text) || value > max) {
    faults.push({
      path: name,
      message: `must be ${expects}; found ${quote(text)}`,
      hint: `send ${name} as ${expects}`,
    });
  }
  return { text: text ?? '', value };
};

/**
 * True if the body looks like JSON but was sent as a form. curl does this by default, so it is the most common mistake
 * of integrators.
 */
const looksLikeJson = ({ body, isBase64Encoded, headers }: APIGatewayProxyEventV2): boolean => {
  const sent = body ?? '';
  const text = isBase64Encoded ? Buffer.from(sent, 'base64').toString() : sent;
  return text.trimStart().startsWith('{') && !headers['content-type']?.includes('json');
};

export const refuse = (
  [first, ...others]: readonly [Detail, ...Detail[]],
  event: APIGatewayProxyEventV2,
): WallfeedError => {
  const hint = 'the body looks like JSON: send it with content-type: application/json';
  const details = [first, ...others].map((fault) => (looksLikeJson(event) ? { ...fault, hint } : fault));
  return new WallfeedError('REQUEST_INVALID', `Invalid request: ${first.path} ${first.message}.`, details);
};

export const withQuery = (inBody: Parameters, { rawQueryString }: APIGatewayProxyEventV2): Parameters =>
  rawQueryString ? joinParameters(inBody, queryParameters(rawQueryString)) : inBody;

const readRequest = (inBody: Parameters, event: APIGatewayProxyEventV2): DataRequest => {
  const parameters = withQuery(inBody, event);
  const faults: Detail[] = [];
  const text = (name: string) => textOf(name, parameters, faults);
  const currentTime = numberOf('currentTime', text('currentTime'), faults);
  const timePeriod = numberOf('timePeriod', text('timePeriod'), faults);
  const token = text('token') ?? '';
  const [first, ...others] = faults;
  if (first) throw refuse([first, ...others], event);
  return { currentTime, timePeriod, token };
};

const isTextOrAbsent = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

/** True for an event of payload format 2.0 that has the fields which the middlewares read. */
export const isRequestEvent = (event: unknown): boolean => {
  const { headers, body, rawQueryString } = Object(event);
  return (
    typeof headers === 'object' &&
    headers !== null &&
    isTextOrAbsent(headers['content-type']) &&
    isTextOrAbsent(headers['accept-encoding']) &&
    isTextOrAbsent(headers['x-token']) &&
    isTextOrAbsent(body) &&
    isTextOrAbsent(rawQueryString)
  );
};

export const notARequest = (): WallfeedError => {
  const message = 'the event is not a request of an HTTP API (payload format 2.0)';
  const hint = 'invoke the function through its API; to keep it warm, send the event { "wallfeed": "warm-up" }';
  return new WallfeedError('REQUEST_INVALID', `Invalid request: ${message}.`, [{ message, hint }]);
};

/** Reads the parameters of a request, from its body and then from its query. */
export const parseRequest: Hook<ParsedContext> = ({ event, context }) => {
  if (!isRequestEvent(event)) throw notARequest();
  const { body, isBase64Encoded, headers } = event;
  const keep = (inBody: Parameters): void => {
    context.request = readRequest(inBody, event);
  };
  const inBody = bodyParameters(body ?? '', isBase64Encoded, headers['content-type'] ?? '');
  return inBody instanceof Promise ? inBody.then(keep) : keep(inBody);
};
