import { bodyTooLarge, MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { decodeToUtf8 } from '../tabular/decode.ts';

const PLACE = /\(line (\d+) column (\d+)\)/;

/** The place from which V8's message quotes the document. */
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

/** Counts the values of a JSON text, from its marks; those inside of texts count too. */
const countValues = (bytes: Uint8Array): number => {
  let values = 1;
  for (const byte of bytes) {
    if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) values += 1;
  }
  return values;
};

/**
 * Parses a JSON document. One that could not be sent is not parsed, and neither is one whose values take more memory than
 * the function has: an empty list takes three bytes of the document, and thirty of memory.
 * @throws WallfeedError BODY_TOO_LARGE; SOURCE_TOO_LARGE; SOURCE_INVALID, with the line and column where the text stops
 * being JSON.
 */
export const parseJson = (bytes: Uint8Array, budget: Budget = UNLIMITED): unknown => {
  if (bytes.length > MAX_RESPONSE_BYTES) throw bodyTooLarge(bytes.length);
  budget.hold({ cells: countValues(bytes) });
  const text = decodeToUtf8(bytes).toString('utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [reason = ''] = String(Object(cause).message).split(EXCERPT, 1);
    const detail = { ...placeOf(String(cause), text), message: reason, hint: 'make the file valid JSON' };
    throw new WallfeedError('SOURCE_INVALID', `The file cannot be read as JSON: ${describeDetail(detail)}.`, [detail], {
      cause,
    });
  }
};
