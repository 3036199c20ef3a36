import { closingOf, isText, type Token, tokenize } from '../../../../dashboard/athena/tokens.ts';
import { writeCall } from './calls.ts';
import { TRINO_NAMES } from './keywords.ts';

/** Splits tokens at the commas outside of parentheses. */
const splitAtCommas = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  if (tokens.length === 0) return [];
  const parts: Token[][] = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const end = isText(tokens[at], '(', '[') ? closingOf(tokens, at) : at;
    if (isText(tokens[at], ',')) parts.push([]);
    else parts.at(-1)?.push(...tokens.slice(at, end + 1));
    at = end;
  }
  return parts;
};

const lower = (token: Token | undefined): string => token?.text.toLowerCase() ?? '';

/** Returns the position after `filter (…)` and `over (…)` or `over name`, which follow an aggregate. */
const endOfAggregate = (tokens: readonly Token[], close: number): number => {
  let at = close;
  for (const word of ['filter', 'over']) {
    if (!isText(tokens[at + 1], word)) continue;
    at = isText(tokens[at + 2], '(') ? closingOf(tokens, at + 2) : at + 2;
  }
  return at;
};

const CASTS: Readonly<Record<string, (value: string) => string>> = {
  date: (value) => `trino_date(${value})`,
  timestamp: (value) => `trino_timestamp(${value})`,
  varchar: (value) => `coalesce(trino_decimal_text(${value}), trino_text(${value}))`,
};

const INTEGERS: ReadonlySet<string> = new Set(['bigint', 'int', 'integer', 'smallint', 'tinyint']);

/** Writes `cast(value as type)`. `varchar(n)` cuts the text. */
const writeCast = (name: string, inner: readonly Token[]): string => {
  const at = inner.findLastIndex((token) => isText(token, 'as'));
  const value = write(inner.slice(0, at));
  const [type, ...size] = inner.slice(at + 1);
  const word = lower(type);
  const plain = INTEGERS.has(word)
    ? `cast(trino_to_integer(${value}) as ${word})`
    : (CASTS[word]?.(value) ?? `cast(${value} as ${word}${write(size)})`);
  const cut = word === 'varchar' && size.length > 0 ? `left(${plain}, ${size[1]?.text})` : plain;
  return name === 'try_cast' ? `try(${cut})` : cut;
};

/** Writes an average. An average of decimals keeps their scale, so it also passes a value of their type. */
const writeAverage = (args: readonly Token[], suffix: readonly Token[]): string => {
  const tail = suffix.length > 0 ? ` ${write(suffix)}` : '';
  return `trino_avg(avg(${write(args)})${tail}, min(${write(args)})${tail})`;
};

/** Writes functions whose arguments have words between them. Returns nothing for all others. */
const writeSpecial = (name: string, inner: readonly Token[]): string | undefined => {
  if (name === 'cast' || name === 'try_cast') return writeCast(name, inner);
  if (name === 'extract') return writeCall(lower(inner[0]))(write(inner.slice(2)));
  if (name === 'position') return `position(${write(inner)})`;
  if (name === 'trim' && inner.some((token) => isText(token, 'from'))) return `trim(${write(inner)})`;
  return undefined;
};

const writeArguments = (inner: readonly Token[]): readonly string[] => splitAtCommas(inner).map(write);

interface Written {
  readonly text: string;
  /** The position of its last token. */
  readonly end: number;
}

const isCall = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'word' &&
  isText(tokens[at + 1], '(') &&
  TRINO_NAMES.functions.has(lower(tokens[at])) &&
  !isText(tokens[at - 1], '.', 'as');

/** Writes a call, with the clauses after an average. */
const writeCallAt = (tokens: readonly Token[], at: number): Written => {
  const name = lower(tokens[at]);
  const close = closingOf(tokens, at + 1);
  const inner = tokens.slice(at + 2, close);
  if (name === 'avg') {
    const end = endOfAggregate(tokens, close);
    return { text: writeAverage(inner, tokens.slice(close + 1, end + 1)), end };
  }
  return { text: writeSpecial(name, inner) ?? writeCall(name)(...writeArguments(inner)), end: close };
};

/** True for a table of WITH. Such tables are inlined, as in Trino, which reads them once for each use. */
const isCommonTable = (tokens: readonly Token[], at: number): boolean =>
  isText(tokens[at], 'as') && isText(tokens[at + 1], '(') && isText(tokens[at + 2], 'select', 'with', 'values', '(');

/** Quotes names that are keywords only in DuckDB, such as `at`. */
const writeWord = (token: Token): string => (TRINO_NAMES.quoted.has(lower(token)) ? `"${token.text}"` : token.text);

const ZONE = ['at', 'time', 'zone'] as const;

const writeToken = (tokens: readonly Token[], at: number): Written => {
  const token = tokens[at] as Token;
  if (isCall(tokens, at)) return writeCallAt(tokens, at);
  if (isText(token, '(', '[')) {
    const end = closingOf(tokens, at);
    return { text: `${token.text}${write(tokens.slice(at + 1, end))}${tokens[end]?.text ?? ''}`, end };
  }
  if (isCommonTable(tokens, at)) return { text: 'as not materialized', end: at };
  if (isText(token, 'current_timestamp', 'localtimestamp')) {
    return { text: isText(token, 'localtimestamp') ? `timezone('UTC', now())` : 'now()', end: at };
  }
  if (isText(tokens[at], 'timestamp', 'date', 'interval') && tokens[at + 1]?.kind === 'string') {
    return { text: `${token.text} ${tokens[at + 1]?.text}`, end: at + 1 };
  }
  return { text: token.kind === 'word' ? writeWord(token) : token.text, end: at };
};

const isOperand = ({ text }: { readonly text: string }): boolean => text !== '.' && !text.endsWith('.');

/** Writes tokens in DuckDB's SQL. Parts of the result correspond to operands, so that `at time zone` finds its own. */
const write = (tokens: readonly Token[]): string => {
  const parts: { readonly text: string }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (ZONE.every((word, index) => isText(tokens[at + index], word))) {
      const zone = writeToken(tokens, at + ZONE.length);
      parts.push({ text: `trino_zoned(${parts.pop()?.text}, ${zone.text})` });
      at = zone.end;
      continue;
    }
    const { text, end } = writeToken(tokens, at);
    const last = parts.at(-1);
    if (last && (text === '.' || !isOperand(last) || text.startsWith('[')))
      parts.splice(-1, 1, { text: last.text + text });
    else parts.push({ text });
    at = end;
  }
  return parts.map(({ text }) => text).join(' ');
};

/** Translates a statement of Trino, all of whose functions are emulated, to DuckDB's SQL. */
export const translate = (sql: string): string => {
  const tokens = tokenize(sql);
  return write(isText(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens);
};
