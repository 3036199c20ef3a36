import { bodyTooLarge, MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { decodeToUtf8 } from '../csv/decode.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { shorten } from '../errors/shorten.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { findLostDigits, type LostNumber } from './find-lost-digits.ts';

const PLACE = /\(line (\d+) column (\d+)\)/;

/** Matches where V8's message begins to quote the document. */
const EXCERPT = /, (?:\.\.\.)?"| in JSON| is not valid JSON| \(line/;

const placeOf = (message: string, text: string): { readonly line: number; readonly column: number } => {
  const [, line, column] = PLACE.exec(message) ?? [];
  if (line && column) return { line: Number(line), column: Number(column) };
  const lines = text.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Counts the values of a JSON text by its punctuation. Punctuation inside of texts is counted too. */
const countValues = (bytes: Uint8Array): number => {
  let values = 1;
  for (const byte of bytes) {
    if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) values += 1;
  }
  return values;
};

const unreadable = (detail: Detail, cause?: unknown): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The file cannot be read as JSON: ${describeDetail(detail)}.`, [detail], {
    cause,
  });

const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [reason = ''] = String(Object(cause).message).split(EXCERPT, 1);
    throw unreadable({ ...placeOf(String(cause), text), message: reason, hint: 'make the file valid JSON' }, cause);
  }
};

const MAX_QUOTED_CHARACTERS = 40;

const lostDigits = ({ path, text: number, index }: LostNumber, text: string): WallfeedError => {
  const before = text.slice(0, index).split('\n');
  const message = `${shorten(number, MAX_QUOTED_CHARACTERS)} is beyond what a number holds exactly`;
  const hint = 'write at most 15 digits before the point, or the number as text';
  return unreadable({ path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message, hint });
};

/**
 * Parses a JSON document. First refuses a document that is too large to be sent, or whose values would need more memory
 * than the function has. An empty list needs three bytes of text but thirty bytes of memory.
 * @throws WallfeedError BODY_TOO_LARGE; SOURCE_TOO_LARGE; SOURCE_INVALID, with the line and column of a syntax error or
 * of a number that would lose digits.
 */
export const parseJson = (bytes: Uint8Array, budget: Budget = UNLIMITED): unknown => {
  if (bytes.length > MAX_RESPONSE_BYTES) throw bodyTooLarge(bytes.length);
  budget.hold({ cells: countValues(bytes) });
  const text = decodeToUtf8(bytes).toString('utf8');
  const value = parseText(text);
  const lost = findLostDigits(text);
  if (lost) throw lostDigits(lost, text);
  return value;
};
