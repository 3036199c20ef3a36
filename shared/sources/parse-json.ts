import { bodyTooLarge, MAX_RESPONSE_BYTES } from '../catalogue/serialize-body.ts';
import { describeDetail } from '../errors/describe-detail.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
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

/**
 * JSON bytes to the value they hold. A document that could not be sent is not parsed: what it would take in memory does not
 * depend on its size.
 * @throws WallfeedError BODY_TOO_LARGE; SOURCE_INVALID, with the line and column of the text where it stops being JSON.
 */
export const parseJson = (bytes: Uint8Array): unknown => {
  if (bytes.length > MAX_RESPONSE_BYTES) throw bodyTooLarge(bytes.length);
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
