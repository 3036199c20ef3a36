import { EMULATED, isZoned, localOf, QUOTED, shift, writeCall } from '../calls.ts';
import { endsOperand } from '../clauses.ts';
import { closingOf, isText, splitAtCommas, type Token, tokenize } from '../sql-tokens.ts';

const lower = (token: Token | undefined): string => token?.text.toLowerCase() ?? '';

/** Returns the position after `filter (…)` and `over (…)` or `over name`. */
const endOfAggregate = (tokens: readonly Token[], close: number): number => {
  let at = close;
  for (const word of ['filter', 'over']) {
    if (!isText(tokens[at + 1], word)) continue;
    at = isText(tokens[at + 2], '(') ? closingOf(tokens, at + 2) : at + 2;
  }
  return at;
};

const CASTS: ReadonlyMap<string, (value: string) => string> = new Map(
  Object.entries({
    boolean: (value) => `trino_to_boolean(${value})`,
    date: (value) => `trino_date(${localOf(value)})`,
    timestamp: (value) => `trino_timestamp(${localOf(value)})`,
    varchar: (value) =>
      isZoned(value) ? `trino_zoned_text(${localOf(value)}, trino_zone(${value}))` : `trino_text(${value})`,
  }),
);

const INTEGERS: ReadonlySet<string> = new Set(['bigint', 'int', 'integer', 'smallint', 'tinyint']);

/** Writes a cast. `varchar(n)` cuts the text. */
const writeCast = (name: string, inner: readonly Token[]): string => {
  const at = inner.findLastIndex((token) => isText(token, 'as'));
  const value = write(inner.slice(0, at));
  const [type, ...size] = inner.slice(at + 1);
  const word = lower(type);
  const plain = INTEGERS.has(word)
    ? `cast(trino_to_integer(${value}) as ${word})`
    : (CASTS.get(word)?.(value) ?? `cast(${value} as ${word}${write(size)})`);
  const cut = word === 'varchar' && size.length > 0 ? `left(${plain}, ${size[1]?.text})` : plain;
  return name === 'try_cast' ? `try(${cut})` : cut;
};

/**
 * Writes the clauses after the aggregate, too. The macro for an average also gets the sum, the count and one value,
 * because an average of decimals is calculated from their exact sum and has their type.
 */
const writeAggregate = (name: string, args: readonly Token[], suffix: readonly Token[]): string => {
  const tail = suffix.length > 0 ? ` ${write(suffix)}` : '';
  const call = (one: string): string => `${one}(${write(args)})${tail}`;
  return name === 'sum'
    ? `trino_sum(${call('sum')})`
    : `trino_avg(${['avg', 'sum', 'count', 'min'].map(call).join(', ')})`;
};

/** Writes a function with keywords between its arguments, such as `cast`; undefined for any other function. */
const writeSpecial = (name: string, inner: readonly Token[]): string | undefined => {
  if (name === 'cast' || name === 'try_cast') return writeCast(name, inner);
  if (name === 'extract') return writeCall(lower(inner[0]))(write(inner.slice(2)));
  const hasFrom = (name === 'substring' || name === 'trim') && inner.some((token) => isText(token, 'from'));
  return name === 'position' || hasFrom ? `${name}(${write(inner)})` : undefined;
};

interface Written {
  readonly text: string;
  readonly end: number;
}

const isCall = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'word' &&
  isText(tokens[at + 1], '(') &&
  EMULATED.has(lower(tokens[at])) &&
  !isText(tokens[at - 1], '.', 'as');

/** Writes the clauses after an average or a sum, too. */
const writeCallAt = (tokens: readonly Token[], at: number): Written => {
  const name = lower(tokens[at]);
  const close = closingOf(tokens, at + 1);
  const inner = tokens.slice(at + 2, close);
  if (name === 'avg' || name === 'sum') {
    const end = endOfAggregate(tokens, close);
    return { text: writeAggregate(name, inner, tokens.slice(close + 1, end + 1)), end };
  }
  return { text: writeSpecial(name, inner) ?? writeCall(name)(...splitAtCommas(inner).map(write)), end: close };
};

/** True for a table of WITH. The translation inlines it, because Trino evaluates it at each use. */
const isCommonTable = (tokens: readonly Token[], at: number): boolean =>
  isText(tokens[at], 'as') && isText(tokens[at + 1], '(') && isText(tokens[at + 2], 'select', 'with', 'values', '(');

/** Quotes names that are keywords only in DuckDB, such as `at`. */
const writeWord = (token: Token): string => (QUOTED.has(lower(token)) ? `"${token.text}"` : token.text);

const VALUES_END = ['order', 'limit', 'offset', 'union', 'intersect', 'except'];

/** Writes VALUES. Trino allows rows of one column without parentheses. */
const writeValues = (tokens: readonly Token[], at: number): Written => {
  const length = tokens.slice(at + 1).findIndex((token) => isText(token, ...VALUES_END));
  const end = length === -1 ? tokens.length : at + 1 + length;
  const rows = splitAtCommas(tokens.slice(at + 1, end)).map((row) => {
    const isWhole = isText(row[0], '(') && closingOf(row, 0) === row.length - 1;
    return isWhole ? write(row) : `(${write(row)})`;
  });
  return { text: `values ${rows.join(', ')}`, end: end - 1 };
};

const ZONE = ['at', 'time', 'zone'] as const;

/**
 * Writes a comment with the place of the token in the statement. A problem in the translation is reported at this
 * place.
 */
const markOf = ({ kind, offset }: Token): string => (kind === 'symbol' ? '' : `/*@${offset}*/`);

const writeToken = (tokens: readonly Token[], at: number): Written => {
  const token = tokens[at] as Token;
  if (isCall(tokens, at)) return writeCallAt(tokens, at);
  if (isText(token, '(', '[')) {
    const end = closingOf(tokens, at);
    return { text: `${token.text}${write(tokens.slice(at + 1, end))}${tokens[end]?.text ?? ''}`, end };
  }
  if (isText(token, 'values')) return writeValues(tokens, at);
  if (isCommonTable(tokens, at)) return { text: 'as not materialized', end: at };
  if (isText(token, 'current_timestamp', 'localtimestamp')) {
    return { text: isText(token, 'localtimestamp') ? `timezone('UTC', now())` : 'now()', end: at };
  }
  if (isText(token, 'decimal') && tokens[at + 1]?.kind === 'string') {
    return { text: tokens[at + 1]?.text.slice(1, -1) ?? '', end: at + 1 };
  }
  if (isText(token, 'timestamp', 'date', 'interval') && tokens[at + 1]?.kind === 'string') {
    const end = isText(token, 'interval') ? at + 2 : at + 1;
    const literal = tokens.slice(at, end + 1).map(({ text }) => text);
    return { text: literal.join(' '), end };
  }
  return { text: `${token.kind === 'word' ? writeWord(token) : token.text}${markOf(token)}`, end: at };
};

/**
 * True if no blank may separate the parts: `before` ends with the dot of a qualified name, or `text` continues a name.
 */
const continues = (before: string | undefined, text: string): boolean =>
  before !== undefined && (text === '.' || text.startsWith('[') || before.endsWith('.'));

const isInterval = (tokens: readonly Token[], at: number): boolean =>
  isText(tokens[at], '+', '-') && isText(tokens[at + 1], 'interval') && tokens[at + 2]?.kind === 'string';

/** Writes an index, a shift by an interval, or `at time zone`. */
const writeAfter = (tokens: readonly Token[], at: number, operand: string): Written | undefined => {
  if (isText(tokens[at], '[') && endsOperand(tokens[at - 1]) && !isText(tokens[at - 1], 'array')) {
    const end = closingOf(tokens, at);
    // A text is the key of a map, and anything else the index of an array.
    const name = tokens[at + 1]?.kind === 'string' ? 'trino_key' : 'trino_subscript';
    return { text: `${name}(${operand}, ${write(tokens.slice(at + 1, end))})`, end };
  }
  if (isInterval(tokens, at)) {
    const unit = tokens[at + 3]?.text;
    const name = isText(tokens[at], '+') ? 'plus' : 'minus';
    const span = `interval ${tokens[at + 2]?.text} ${unit}`;
    return { text: shift(operand, (local) => `trino_${name}(${local}, ${span})`), end: at + 3 };
  }
  if (!ZONE.every((word, index) => isText(tokens[at + index], word))) return undefined;
  const zone = writeToken(tokens, at + ZONE.length);
  return { text: writeCall('at_timezone')(operand, zone.text), end: zone.end };
};

const COMPARISON = /^(?:=|<>|!=|<|>|<=|>=|between|and|or|in|not|from|is)(?:\/\*|$)/i;

/** Compares times without regard to their zones. */
const compareInstants = (parts: readonly string[]): readonly string[] =>
  parts.map((part, at) => {
    const isCompared = [parts[at - 1], parts[at + 1]].some((one) => one !== undefined && COMPARISON.test(one));
    return isCompared && isZoned(part) ? `trino_instant(${part})` : part;
  });

/** Writes a part: an operand, an operator or a keyword. */
const write = (tokens: readonly Token[]): string => {
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const last = parts.at(-1);
    const after = last === undefined ? undefined : writeAfter(tokens, at, last);
    const { text, end } = after ?? writeToken(tokens, at);
    if (after) parts.splice(-1, 1, text);
    else if (continues(last, text)) parts.splice(-1, 1, `${last}${text}`);
    else parts.push(text);
    at = end;
  }
  return compareInstants(parts).join(' ');
};

/**
 * Translates a statement whose functions are all emulated.
 * @param values the literals of named parameters, such as `:from`.
 */
export const translateSql = (sql: string, values: Readonly<Record<string, string>> = {}): string => {
  const tokens = tokenize(sql).map((token) =>
    token.kind === 'parameter' ? { ...token, text: values[token.text] ?? token.text } : token,
  );
  return write(isText(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens);
};
