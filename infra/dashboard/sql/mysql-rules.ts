import { createFinder, tokenPattern } from '../../trino/sql-tokens.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { ONE_SELECT } from './foreign-syntax.ts';
import type { MysqlToken } from './mysql-tokens.ts';
import { KNOWN_PARAMETERS } from './read-statement.ts';

type Hint = string | ((match: readonly string[]) => string);
type Rule = readonly [pattern: string, message: string, hint: Hint];

/** Functions that wait, lock or read files of the server. */
const BANNED =
  'load_file|sleep|benchmark|get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock|master_pos_wait|source_pos_wait|wait_for_executed_gtid_set';

/** A word that is neither the name of a column nor an alias. */
const FREE = '(?<! (?:\\.|as) )';

/** Syntax that MySQL accepts, and a source may not use. */
const FORBIDDEN: readonly Rule[] = [
  [`${FREE}into `, 'INTO writes the result elsewhere', 'leave INTO out: the rows of the SELECT are the result'],
  [
    '(?:for (?:update|share) |lock in share mode )',
    'FOR UPDATE or FOR SHARE locks rows',
    'leave it out: a source only reads',
  ],
  [
    `${FREE}(${BANNED}) (?=\\( )`,
    'a source may not call $1',
    'leave it out: it waits, locks or reads files of the server',
  ],
  ['(@\\S*) ', '$1 is a variable', `a source has no variables; parameters are named: ${KNOWN_PARAMETERS}`],
  ['/\\*M?! ', 'a comment that MySQL runs', 'write the statement without /*! and */; hints are written /*+ ... */'],
  ['; (?=\\S)', 'a semicolon before the end', `${ONE_SELECT}; one semicolon at its end is fine`],
  ['\\? ', 'a positional parameter', `parameters are named: ${KNOWN_PARAMETERS}`],
  ['\\$\\d+ ', 'a positional parameter', `parameters are named: ${KNOWN_PARAMETERS}`],
];

const NUMBER = '\\.?\\d\\S*';

/** Syntax of PostgreSQL and others that MySQL refuses. */
const FOREIGN: readonly Rule[] = [
  [':: ', 'MySQL has no ::', 'write cast(value as signed), or as decimal(10,2), char, date, datetime'],
  ['== |= = ', 'MySQL has no ==', 'write ='],
  [`${FREE}ilike (?![.,] )`, 'MySQL has no ILIKE', 'write like: it ignores case unless the collation says otherwise'],
  ['filter \\( where ', 'MySQL has no FILTER', 'write sum(if(condition, value, 0)) or count(if(condition, 1, null))'],
  [
    'distinct on \\( ',
    'MySQL has no DISTINCT ON',
    'select from a subquery with row_number(), and name the row in its WHERE',
  ],
  [`${FREE}array \\[ `, 'MySQL has no arrays', 'write json_array(1, 2)'],
  ['at time zone ', 'MySQL has no AT TIME ZONE', "write convert_tz(at, 'UTC', 'Asia/Shanghai')"],
  ['extract \\( epoch ', 'MySQL has no EPOCH', 'write unix_timestamp(at)'],
  ['nulls (?:first|last) ', 'MySQL has no NULLS FIRST or NULLS LAST', 'write order by value is null, value'],
  ['full (?:outer )?join ', 'MySQL has no FULL JOIN', 'write a left join, union, and a right join'],
  [
    "interval ('(\\d+)_?([a-z]*?)s?') (?!(?:micro)?second|minute|hour|day|week|month|quarter|year)",
    'MySQL writes intervals in another way',
    ([, , count = '1', unit = '']) => `write interval ${count} ${unit || 'day'}`,
  ],
  ['fetch (?:first|next) ', 'MySQL has no FETCH FIRST', 'write limit 10'],
  [`select top ${NUMBER} `, 'MySQL has no TOP', 'write limit 10 at the end'],
  [
    `(?<!limit (?:${NUMBER}|:\\S+) )offset (?:${NUMBER}|:\\S+) `,
    'MySQL has no OFFSET without LIMIT',
    'write limit 10 offset 5',
  ],
  ["(?<=\\S )!?~\\*? (?=')", 'MySQL has no ~ between two texts', "write rlike 'pattern'"],
];

/** Functions of PostgreSQL and others, with hints to what MySQL has in their place. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  age: 'write timestampdiff(day, start, end)',
  array_agg: 'write json_arrayagg(value)',
  bool_and: 'write min(condition)',
  bool_or: 'write max(condition)',
  date_part: 'write extract(hour from at)',
  date_trunc: "write date(at), or date_format(at, '%Y-%m-%d %H:00:00')",
  generate_series: 'write with recursive',
  getdate: 'write now()',
  json_agg: 'write json_arrayagg(value)',
  jsonb_agg: 'write json_arrayagg(value)',
  make_interval: 'write interval 1 day',
  nvl: 'write ifnull(value, 0)',
  percentile_cont: 'write row_number() in a subquery',
  split_part: "write substring_index(text, ',', 1)",
  string_agg: "write group_concat(value separator ',')",
  strpos: 'write locate(part, text)',
  to_char: "write date_format(at, '%Y-%m-%d'), or format(number, 2)",
  to_date: "write str_to_date(text, '%Y-%m-%d')",
  to_timestamp: 'write from_unixtime(seconds)',
};

const CALLS: readonly Rule[] = [
  [
    `${FREE}(${Object.keys(FUNCTIONS).join('|')}) (?=\\( )`,
    'MySQL has no function $1',
    ([, name = '']) => String(FUNCTIONS[name]),
  ],
];

/** Words that MySQL 8 reserves and MariaDB does not. Behind a point, each is a name. */
const RESERVED =
  'cube|cume_dist|dense_rank|first_value|function|grouping|groups|lag|last_value|lead|nth_value|ntile|percent_rank|rank|row_number|system';

const NAMES: readonly Rule[] = [
  [
    `(?<! \\. )(${RESERVED}) (?!\\( )`,
    '$1 is a word of MySQL 8, and no name',
    ([, name = '']) => `write the name in backquotes: \`${name}\``,
  ],
];

/** Syntax that MySQL reads in another way than other databases. */
const AMBIGUOUS: readonly Rule[] = [
  [
    "'(:(?:from|to|currentTime|timePeriod))' ",
    "'$1' is a text, not a parameter",
    ([, name]) => `write ${name} without quotes`,
  ],
  ['\\|\\| ', '|| means OR in MySQL', 'write concat(a, b)'],
  [
    '(?:(?<= (?:select|distinct|from|join|by|where|and|or|on|having|\\.) )"\\S*" |"\\S*" (?=\\. ))',
    'a text in double quotes is no name in MySQL',
    'write names in backquotes: `name`',
  ],
];

const compile = (rules: readonly Rule[], severity?: 'warning') =>
  rules.map(([pattern, message, hint]) => ({ pattern: tokenPattern(pattern), message, hint, severity }));

const ERRORS = compile([...FORBIDDEN, ...FOREIGN]);
const WARNINGS = compile([...CALLS, ...NAMES, ...AMBIGUOUS], 'warning');

/** Warns of a function that MySQL lacks, because the database may have one of its own. */
export const ruleProblems = (tokens: readonly MysqlToken[]): readonly TextProblem[] => {
  const find = createFinder(tokens);
  return [...ERRORS, ...WARNINGS].flatMap(({ pattern, message, hint, severity }) =>
    find(pattern).map(({ match, offset }) => ({
      offset,
      message: message.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? ''),
      hint: typeof hint === 'string' ? hint : hint(match),
      ...(severity && { severity }),
    })),
  );
};
