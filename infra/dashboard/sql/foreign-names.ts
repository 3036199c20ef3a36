import { isText, type Token } from '../../trino/sql-tokens.ts';
import type { Problem } from '../folder/diagnostic.ts';

/** Returns what is wrong with a token, by the tokens around it. */
export type Rule = (tokens: readonly Token[], at: number) => Problem | undefined;

/** Functions of other databases, with what Trino has in their place. */
const FOREIGN: Readonly<Record<string, string>> = {
  charindex: 'strpos(text, part)',
  datediff: "date_diff('day', from, to)",
  dateadd: "date_add('day', 1, at)",
  date_sub: "date_diff('day', from, to)",
  datepart: 'date_trunc, or extract(hour from at)',
  epoch: 'to_unixtime(at)',
  getdate: 'current_timestamp',
  group_concat: "array_join(array_agg(x), ',')",
  ifnull: 'coalesce(x, y)',
  isnull: 'coalesce(x, y)',
  iff: 'if(condition, x, y)',
  instr: 'strpos(text, part)',
  left: 'substr(text, 1, n)',
  len: 'length(text)',
  list: 'array_agg(x)',
  median: 'approx_percentile(x, 0.5)',
  nvl: 'coalesce(x, y)',
  quantile: 'approx_percentile(x, 0.5)',
  right: 'substr(text, -n)',
  strftime: "date_format(at, '%Y-%m-%d')",
  string_agg: "array_join(array_agg(x), ',')",
  string_split: "split(text, ',')",
  strptime: "date_parse(text, '%Y-%m-%d')",
  to_timestamp: 'from_unixtime(seconds), or date_parse(text, pattern)',
};

/** Refuses functions of other databases. */
export const foreignFunction: Rule = (tokens, at) => {
  const token = tokens[at] as Token;
  const name = token.text.toLowerCase();
  const isCall = token.kind === 'word' && isText(tokens[at + 1], '(') && !isText(tokens[at - 1], '.', 'as', ')');
  const own = isCall && Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
  return own === undefined ? undefined : { message: `Athena has no function ${name}`, hint: `write ${own}` };
};

/** Words and operators of other databases, with what Trino has in their place. */
const WORDS: readonly (readonly [words: readonly string[], hint: string])[] = [
  [['qualify'], 'select from a subquery with row_number(), and name the row in its WHERE'],
  [['ilike'], 'write lower(name) like lower(pattern)'],
  [['/', '/'], 'write /: it divides integers to integers'],
  [['=', '='], 'write ='],
  [['extract', '(', 'epoch'], 'write to_unixtime(at)'],
];

/** Refuses words and operators of other databases. */
export const foreignWord: Rule = (tokens, at) => {
  const found = WORDS.find(([words]) => words.every((word, index) => isText(tokens[at + index], word)));
  const isName = isText(tokens[at - 1], '.', 'as') || (tokens[at]?.kind === 'word' && isText(tokens[at + 1], '.', ','));
  if (!found || isName) return undefined;
  const [words, hint] = found;
  const isOperator = tokens[at]?.kind === 'symbol';
  if (isOperator && tokens[at + 1]?.offset !== (tokens[at]?.offset ?? 0) + 1) return undefined;
  return { message: `Athena’s SQL has no ${words.join(isOperator ? '' : ' ').replace(' ( ', '(')}`, hint };
};
