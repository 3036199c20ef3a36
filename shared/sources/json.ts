import { bodyTooLarge, MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { decodeToUtf8 } from '../csv/decode-chunks.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { keepsDigits } from '../tabular/parse-number.ts';
import { shorten, shortenPath } from '../tabular/shorten.ts';
import { type DeepPlace, MAX_DEPTH, measureJson } from './measure-json.ts';

/** JSON.parse would change its value. */
interface LostNumber {
  readonly path: string;
  readonly text: string;
  readonly index: number;
}

/**
 * A number that JSON.parse would change may be in such a text. Most documents do not match and are not searched
 * further.
 */
const MAY_CHANGE = /\d{16}|\d[eE]\+?\d/;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/g;

/** The current step in each object or list that encloses the current token. */
type Steps = (string | number)[];

const pathOf = (steps: Steps): string =>
  steps.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`)).join('');

const follow = (token: string, steps: Steps, lastText: string): void => {
  const step = steps.at(-1);
  if (token === '{') steps.push('');
  else if (token === '[') steps.push(0);
  else if (token === '}' || token === ']') steps.pop();
  else if (token === ',' && typeof step === 'number') steps[steps.length - 1] = step + 1;
  else if (token === ':') steps[steps.length - 1] = JSON.parse(lastText);
};

/** Finds the first number of a valid JSON text that loses digits or becomes infinite as a Number. */
export const findLostDigits = (json: string): LostNumber | undefined => {
  if (!MAY_CHANGE.test(json)) return undefined;
  const steps: Steps = [];
  let lastText = '';
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    const first = token.charAt(0);
    if (first === '"') lastText = token;
    else if (!/[-\d]/.test(first)) follow(token, steps, lastText);
    else if (!keepsDigits(token, Number(token))) return { path: pathOf(steps), text: token, index };
  }
  return undefined;
};

const PLACE = /\(line (\d+) column (\d+)\)/;

/** Here V8's message begins to quote the document. */
const EXCERPT = /, (?:\.\.\.)?"| in JSON| is not valid JSON| \(line/;

const placeOf = (message: string, text: string): { readonly line: number; readonly column: number } => {
  const [, line, column] = PLACE.exec(message) ?? [];
  if (line && column) return { line: Number(line), column: Number(column) };
  const lines = text.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

const unreadable = (detail: Detail, cause?: unknown): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The file cannot be read as JSON: ${describeDetail(detail)}.`, [detail], {
    cause,
  });

const MAX_QUOTED_CHARACTERS = 40;

const lostDigits = ({ path, text: number, index }: LostNumber, text: string): WallfeedError => {
  const before = text.slice(0, index).split('\n');
  const message = `${shorten(number, MAX_QUOTED_CHARACTERS)} is beyond what a number holds exactly`;
  const hint = 'write at most 15 digits before the point, or the number as text';
  return unreadable({
    path: shortenPath(path),
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    message,
    hint,
  });
};

const readValue = (text: string, revive?: Reviver): unknown => {
  try {
    return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
  } catch (cause) {
    const [reason = ''] = String(Object(cause).message).split(EXCERPT, 1);
    throw unreadable(
      { ...placeOf(String(cause), text), message: reason, hint: 'make the file valid JSON' },
      Object.assign(Object(cause), { json: text }),
    );
  }
};

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const keepDigits: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined && !keepsDigits(source, value) ? source : value;

const atLine = (error: unknown, line: number): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const [{ line: _, ...detail } = { message: error.message }] = error.details;
  return unreadable({ ...detail, line }, error.cause);
};

/**
 * Parses JSON text whose values become cells. A number that would lose digits becomes the text of its digits, so that
 * it is refused only where it is used as a number.
 * @param line the line of the text in its file, if the text is one line of several.
 * @throws WallfeedError SOURCE_INVALID, with the line and column of a syntax error.
 */
export const parseCells = (text: string, line?: number): unknown => {
  try {
    const value = readValue(text);
    return findLostDigits(text) ? readValue(text, keepDigits) : value;
  } catch (error) {
    throw line === undefined ? error : atLine(error, line);
  }
};

/** @throws WallfeedError SOURCE_INVALID, with the place of a syntax error or of a number that would lose digits. */
const parseText = (text: string): unknown => {
  const value = readValue(text);
  const lost = findLostDigits(text);
  if (lost) throw lostDigits(lost, text);
  return value;
};

const tooDeep = ({ line, column }: DeepPlace): WallfeedError =>
  unreadable({
    line,
    column,
    message: `the values are nested more than ${MAX_DEPTH} deep`,
    hint: 'leave the nested part out of the file, or write it as a text',
  });

/** A body, a document with rows, or a document on each line. */
type JsonForm = 'body' | 'rows' | 'lines';

/**
 * Checks the memory first: an empty list needs three bytes of text but thirty bytes of memory.
 * @throws WallfeedError SOURCE_INVALID for another encoding and for rows that are nested too deep, SOURCE_TOO_LARGE.
 */
export const decodeJson = (bytes: Uint8Array, budget: Budget, form: JsonForm): string => {
  const decoded = decodeToUtf8(bytes);
  const { values, deep } = measureJson(decoded, form === 'lines');
  budget.hold({ cells: values });
  const text = decoded.toString('utf8');
  if (form === 'body' || !deep) return text;
  // A mistake in the syntax, such as a bracket that is never closed, is the better explanation.
  if (form === 'rows') readValue(text);
  throw tooDeep(deep);
};

const refuseLargeBody = ({ length }: Uint8Array): void => {
  if (length > MAX_RESPONSE_BYTES) throw bodyTooLarge(length);
};

/** @throws WallfeedError BODY_TOO_LARGE, and as `decodeJson` and `parseText` do. */
export const parseJson = (bytes: Uint8Array, budget: Budget = UNLIMITED): unknown => {
  refuseLargeBody(bytes);
  return parseText(decodeJson(bytes, budget, 'body'));
};

/** @throws WallfeedError BODY_TOO_LARGE, and as `decodeJson` and `parseCells` do. */
export const parseRows = (bytes: Uint8Array, budget: Budget): unknown => {
  refuseLargeBody(bytes);
  return parseCells(decodeJson(bytes, budget, 'rows'));
};
