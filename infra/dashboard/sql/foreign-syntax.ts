import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { commandLine } from '../../program/command-line.ts';
import { EMULATED } from '../../trino/calls.ts';
import { AFTER_OPERAND, NO_OPERAND } from '../../trino/clauses.ts';
import { describeUnsupported, findUnsupported, type Unsupported } from '../../trino/find-unsupported.ts';
import { createFinder, INTERVAL_UNITS, isText, type Token, tokenPattern } from '../../trino/sql-tokens.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { didYouMean } from '../folder/name-words.ts';
import { KNOWN_PARAMETERS } from './read-statement.ts';

export const ONE_SELECT = 'write one SELECT, or WITH whose every part is a SELECT';

const HINT = `${commandLine('start')} cannot show this dataset; ${commandLine('help', 'local-athena')} lists the functions that it runs`;

/** Suggests functions that run locally and have a similar name. Empty if there are none. */
const suggestFunction = ({ name }: Unsupported): string => {
  const [, called] = /^the function (\w+)$/.exec(name) ?? [];
  const near = called === undefined ? [] : nearestNames(called, [...EMULATED], 2);
  return near.length > 0 ? `${didYouMean(near)} ` : '';
};

export const localProblems = (statement: string): readonly TextProblem[] =>
  findUnsupported(statement).map((unsupported) => ({
    offset: unsupported.offset,
    message: describeUnsupported(unsupported),
    hint: unsupported.hint ?? suggestFunction(unsupported) + HINT,
    severity: 'warning',
  }));

/** Functions of other databases, with hints to what Trino has in their place. */
const FOREIGN: Readonly<Record<string, string>> = {
  charindex: 'write strpos(text, part)',
  datediff: "write date_diff('day', from, to)",
  dateadd: "write date_add('day', 1, at)",
  date_sub: "write date_diff('day', from, to)",
  datepart: 'write date_trunc, or extract(hour from at)',
  epoch: 'write to_unixtime(at)',
  getdate: 'write current_timestamp',
  group_concat: "write array_join(array_agg(x), ',')",
  ifnull: 'write coalesce(x, y)',
  isnull: 'write coalesce(x, y)',
  iff: 'write if(condition, x, y)',
  instr: 'write strpos(text, part)',
  left: 'write substr(text, 1, n)',
  len: 'write length(text)',
  list: 'write array_agg(x)',
  median: 'write approx_percentile(x, 0.5)',
  nvl: 'write coalesce(x, y)',
  quantile: 'write approx_percentile(x, 0.5)',
  right: 'write substr(text, -n)',
  strftime: "write date_format(at, '%Y-%m-%d')",
  string_agg: "write array_join(array_agg(x), ',')",
  string_split: "write split(text, ',')",
  strptime: "write date_parse(text, '%Y-%m-%d')",
  to_timestamp: 'write from_unixtime(seconds), or date_parse(text, pattern)',
};

/** Parts of patterns: words that end a list or a query, a number, and a text. */
const LIST_ENDS = '(?:from|where|group|having|order|union|intersect|except|\\)|;)(?= )';
const QUERY_ENDS = '(?:having|order|limit|offset|union|intersect|except|\\)|;)(?= )';
const NUMBER = '\\.?\\d\\S*';
const TEXT = "'\\S*";
const UNITS = INTERVAL_UNITS.join('|');
const TIME_UNITS = [...INTERVAL_UNITS, 'millisecond', 'week', 'quarter'];

/** Returns the hint with an interval in Trino's form, such as `interval '2' day` for `interval '2 days'`. */
const intervalOf = ([, length = '', word = '']: readonly string[]): string => {
  const meant = `${length} ${word}`.toLowerCase();
  const count = Number(/\d+/.exec(length)?.[0] ?? 1) * (/^weeks?$/.test(word) ? 7 : 1);
  return `write interval '${count}' ${INTERVAL_UNITS.find((unit) => meant.includes(unit)) ?? 'day'}`;
};

/** Says what to write for a colon. Trino accepts colons in parentheses, for json_object. */
const withoutColon = (_: readonly string[], tokens: readonly Token[], at: number): string | undefined => {
  const open: string[] = [];
  for (const token of tokens.slice(0, at)) {
    if (isText(token, '(', '[')) open.push(token.text);
    else if (isText(token, ')', ']')) open.pop();
  }
  if (open.at(-1) === '(') return undefined;
  return open.at(-1) === '[' ? 'write slice(list, 1, 2), or substr(name, 1, 2)' : 'write value as name';
};

const unitsIf = ([, , unit = '']: readonly string[]): string | undefined =>
  TIME_UNITS.includes(unit.slice(1, -1).toLowerCase()) ? undefined : `its units are ${TIME_UNITS.join(', ')}`;

type Hint = string | ((match: readonly string[], tokens: readonly Token[], at: number) => string | undefined);

/**
 * Forms that DuckDB, PostgreSQL or others accept, and Trino refuses: a pattern of tokens with a blank after each, the
 * message, and a hint. `$1` in a message is a group of the pattern. If the hint is undefined, the form is no problem.
 */
const RULES: readonly (readonly [pattern: string, message: string, hint: Hint])[] = [
  [
    `(?<!(?:\\.|as|\\)) )(${Object.keys(FOREIGN).join('|')}) (?=\\( )`,
    'Athena has no function $1',
    ([, name = '']) => String(FOREIGN[name]),
  ],
  [
    '(?<! (?:\\.|as) )qualify (?![.,] )',
    'Athena’s SQL has no qualify',
    'select from a subquery with row_number(), and name the row in its WHERE',
  ],
  ['(?<! (?:\\.|as) )ilike (?![.,] )', 'Athena’s SQL has no ilike', 'write lower(name) like lower(pattern)'],
  ['/ / ', 'Athena’s SQL has no //', 'write /: it divides integers to integers'],
  ['= = ', 'Athena’s SQL has no ==', 'write ='],
  ['extract \\( epoch ', 'Athena’s SQL has no extract(epoch', 'write to_unixtime(at)'],
  [
    `${AFTER_OPERAND}(fro|form|frm|fom|rfom|fron) (?=["\\p{L}_])(?!${LIST_ENDS})`,
    'Athena has no word $1 here',
    'did you mean from?',
  ],
  [
    `(?<= limit (${NUMBER}) )offset (\\S+)`,
    'Athena has no OFFSET after LIMIT',
    ([, limit, offset]) => `write offset ${offset} limit ${limit}`,
  ],
  [`, (?=$|${LIST_ENDS})`, 'a comma with nothing after it', 'remove it'],
  [`${NO_OPERAND}\\[ `, 'a list without ARRAY', 'write array[1, 2]'],
  ['(?<! match_recognize .*)\\^ (?!.* match_recognize )', 'Athena’s SQL has no ^ here', 'write power(x, 2)'],
  [
    '(?<! match_recognize .*)\\{ (?!.* match_recognize )',
    'Athena’s SQL has no { here',
    'write map(array[...], array[...])',
  ],
  ['distinct on \\( ', 'Athena has no DISTINCT ON', 'group the rows, and take max_by(value, at) of each group'],
  [
    `interval (?:[-+] )?(?!${TEXT} (?:${UNITS}) )(${TEXT}|${NUMBER})(?= ([a-z]*))`,
    'Athena writes intervals in another way',
    intervalOf,
  ],
  [`(?<= limit ${NUMBER} )% `, 'Athena has no percentage in LIMIT', 'write a number of rows'],
  ['(?<= \\) )filter (?=\\( (?!where ))', 'FILTER without WHERE', 'write filter (where ...)'],
  [
    `(?<= (group|order) by )all (?=(?:(?:asc|desc) )?(?:$|${QUERY_ENDS}))`,
    'Athena has no $1 by all',
    'write the columns, or their positions: 1, 2',
  ],
  ['(?<= (?:union|all) )by name ', 'Athena has no UNION BY NAME', 'select the columns in the same order'],
  ['using sample ', 'Athena has no USING SAMPLE', 'write from orders tablesample bernoulli (10)'],
  [
    `(?:(?<= ${NUMBER} )\\|\\| |\\|\\| (?=${NUMBER}))`,
    'Athena cannot join a number to a text',
    'write cast(value as varchar), or quote the number',
  ],
  [
    `(?<= (?:current_date|date ${TEXT}) )([-+]) (${NUMBER})`,
    'Athena cannot add a number to a date',
    ([, sign, days]) => `write ${sign} interval '${days}' day`,
  ],
  [': ', 'Athena’s SQL has no colon here', withoutColon],
  [':: ', 'Athena has no ::', 'write cast(value as type) instead'],
  ['; (?=\\S)', 'a semicolon before the end', `${ONE_SELECT}; one semicolon at its end is fine`],
  ['\\? ', 'a positional parameter', `parameters are named: ${KNOWN_PARAMETERS}`],
  [`(date_trunc|date_diff|date_add) \\( (${TEXT})`, '$1 has no unit $2', unitsIf],
  [
    "'(:(?:from|to|currentTime|timePeriod))' ",
    "'$1' is a text, not a parameter",
    ([, name]) => `write ${name} without quotes`,
  ],
];

const PATTERNS = RULES.map(([pattern, ...texts]) => [tokenPattern(pattern), ...texts] as const);

/** Reports what other databases accept, and Trino refuses: such a query would run locally and fail on Athena. */
export const foreignSyntax = (tokens: readonly Token[]): readonly TextProblem[] => {
  const find = createFinder(tokens);
  return PATTERNS.flatMap(([pattern, message, hint]) =>
    find(pattern).flatMap(({ match, at, offset }) => {
      const said = typeof hint === 'string' ? hint : hint(match, tokens, at);
      const told = message.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
      return said === undefined ? [] : [{ offset, message: told, hint: said }];
    }),
  );
};
