import { createFinder, tokenPattern } from '../../trino/sql-tokens.ts';
import { tokenizeMysql } from './mysql-tokens.ts';

const ENGINE = 'for Aurora MySQL, write `engine: mysql` under `database` in dashboard.yml';

/** Syntax of MySQL that PostgreSQL refuses. */
const SYNTAX: readonly (readonly [pattern: string, hint: string])[] = [
  ['`\\S*` ', 'write names in double quotes'],
  ['limit \\S+ , ', 'write limit 10 offset 5'],
  ["interval (?!')[:\\w]+ ", "write interval '1 day'"],
  ['with rollup ', 'write group by rollup (a, b)'],
  ['(?:straight_join|sql_calc_found_rows|high_priority) ', 'leave it out'],
  ["separator '", "write string_agg(value, ',')"],
  ['(?:rlike|regexp) ', "write ~ 'pattern'"],
  ['(?<=\\S )div ', 'write /: it divides integers to integers'],
];

const PATTERNS = SYNTAX.map(([pattern, hint]) => [tokenPattern(pattern), hint] as const);

/** Functions of MySQL, with hints to what PostgreSQL has in their place. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    curdate: 'write current_date',
    date_add: "write at + interval '1 day'",
    date_format: "write to_char(at, 'YYYY-MM-DD')",
    date_sub: "write at - interval '1 day'",
    datediff: 'write date - date',
    from_unixtime: 'write to_timestamp(seconds)',
    group_concat: "write string_agg(value, ',')",
    if: 'write case when condition then a else b end',
    ifnull: 'write coalesce(value, 0)',
    json_extract: "write value -> 'key'",
    str_to_date: "write to_timestamp(text, 'YYYY-MM-DD')",
    timestampdiff: 'write extract(epoch from b - a)',
    unix_timestamp: 'write extract(epoch from at)',
  }),
);

/** Returns undefined for a statement without syntax of MySQL. */
export const mysqlSyntaxHint = (statement: string): string | undefined => {
  const find = createFinder(tokenizeMysql(statement));
  const hint = PATTERNS.find(([pattern]) => find(pattern).length > 0)?.[1];
  return hint && `${hint}; ${ENGINE}`;
};

/** Returns undefined for any other error. */
export const mysqlFunctionHint = (message: string): string | undefined => {
  const [, name = ''] = /^function (\w+)\(/.exec(message) ?? [];
  const instead = FUNCTIONS.get(name);
  return instead && `${instead}; ${ENGINE}`;
};
