import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { DataRequest, Step } from '../handler/exchange.ts';
import { bodyParameters, type Parameters, queryParameters } from './request-parameters.ts';

const NUMBERS = {
  currentTime: {
    pattern: /^[1-9]\d{12}$/,
    max: Number.POSITIVE_INFINITY,
    expects: 'a timestamp of 13 digits, in milliseconds',
  },
  timePeriod: {
    pattern: /^(?:0|[1-9]\d*)(?:\.\d+)?$/,
    max: 5_256_000,
    expects: 'a number of minutes from 0 to 5256000',
  },
} as const;

const LONGEST_SHOWN = 40;
const shown = (text: string): string => `'${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}'`;

/** A parameter's one text, from body and query together; given twice, both must be the same. */
const textOf = (name: string, sources: readonly Parameters[], faults: Detail[]): string | undefined => {
  const texts = [...new Set(sources.flatMap((parameters) => parameters.get(name) ?? []))];
  if (texts.length > 1) {
    const found = name === 'token' ? '' : `: ${texts.slice(0, 2).map(shown).join(' and ')}`;
    faults.push({ path: name, message: `is given twice with different text${found}`, hint: `send ${name} once` });
  }
  return texts[0];
};

const numberOf = (name: keyof typeof NUMBERS, text: string | undefined, faults: Detail[]) => {
  const { pattern, max, expects } = NUMBERS[name];
  const value = Number(text);
  if (text === undefined) faults.push({ path: name, message: 'is missing', hint: `send ${name}, ${expects}` });
  else if (!pattern.test(text) || value > max) {
    faults.push({
      path: name,
      message: `must be ${expects}; found ${shown(text)}`,
      hint: `send ${name} as ${expects}`,
    });
  }
  return { text: text ?? '', value };
};

/** Where integrators most often go wrong: a JSON body that curl sends as a form. */
const looksLikeJson = (body: string, contentType: string): boolean =>
  body.trimStart().startsWith('{') && !contentType.includes('json');

const readRequest = (sources: readonly Parameters[], hint: string | undefined): DataRequest => {
  const faults: Detail[] = [];
  const text = (name: string) => textOf(name, sources, faults);
  const currentTime = numberOf('currentTime', text('currentTime'), faults);
  const timePeriod = numberOf('timePeriod', text('timePeriod'), faults);
  const token = text('token') ?? '';
  const [first] = faults;
  if (!first) return { currentTime, timePeriod, token };
  const details = hint ? faults.map((fault) => ({ ...fault, hint })) : faults;
  throw new WallfeedError('REQUEST_INVALID', `The request is not right: ${first.path} ${first.message}.`, details);
};

/** Step 1: the event of the gateway to the request, from the body and then the query. */
export const parseRequest = (): Step => {
  const parseRequestBefore: Step['before'] = async ({ event, context }) => {
    const { body = '', isBase64Encoded, rawQueryString, headers } = event;
    const contentType = headers['content-type'] ?? '';
    const inBody = await bodyParameters(body, isBase64Encoded, contentType);
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
    const hint = looksLikeJson(text, contentType)
      ? 'the body looks like JSON: send it with content-type: application/json'
      : undefined;
    context.exchange.request = readRequest([inBody, queryParameters(rawQueryString)], hint);
  };
  return { before: parseRequestBefore };
};
