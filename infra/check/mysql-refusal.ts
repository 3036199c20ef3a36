import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { say } from '../../shared/tabular/say.ts';
import type { TextProblem } from '../dashboard/folder/diagnostic.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { tokenizeMysql } from '../dashboard/sql/mysql-tokens.ts';
import type { MysqlFailure } from '../local/emulators/mysql/run-statement.ts';
import { listTables } from './table-hints.ts';

const UNKNOWN_COLUMN = 1054;
const UNKNOWN_TABLE = 1146;
const SYNTAX_ERROR = 1064;
const UNKNOWN_FUNCTION = 1305;
const UNKNOWN_COLLATION = 1273;

/** Syntax of MySQL 8 that MariaDB does not have. */
const ONLY_MYSQL =
  /->|\bmember\s+of\b|\blateral\b|\bvalues\s+row\b|\b(?:respect|ignore)\s+nulls\b|\bfrom\s+(?:first|last)\b|\breturning\b|\brange\b|\bas\s+of\b/i;

/** Functions of MySQL 8 that MariaDB 10.11 does not have. */
const ONLY_MYSQL_FUNCTIONS =
  /^(?:any_value|bin_to_uuid|uuid_to_bin|is_uuid|regexp_like|grouping|json_storage_size|json_schema_valid|format_bytes|format_pico_time|statement_digest)$/i;

/** True if MariaDB refuses a statement that MySQL 8 may accept. */
const isOnlyOfMariadb = (statement: string, { number, message }: MysqlFailure): boolean => {
  if (number === SYNTAX_ERROR) return ONLY_MYSQL.test(statement);
  if (number === UNKNOWN_COLLATION) return message.includes('_0900_');
  const [, name = ''] = /FUNCTION (?:\S+\.)?(\w+) does not exist/i.exec(message) ?? [];
  return number === UNKNOWN_FUNCTION && ONLY_MYSQL_FUNCTIONS.test(name);
};

/** Returns the offset of the last part of a name in a statement: `amout` of `o.amout`. */
const offsetOfName = (statement: string, quoted: string): number => {
  const name = quoted.split('.').at(-1)?.toLowerCase();
  const found = tokenizeMysql(statement).find(({ text }) => text.replaceAll('`', '').toLowerCase() === name);
  return found?.offset ?? 0;
};

const NEAR = /near '([\s\S]*)' at line \d+$/;

const offsetOf = (statement: string, { number, message }: MysqlFailure): number => {
  const [, near = ''] = NEAR.exec(message) ?? [];
  if (number === SYNTAX_ERROR) return near === '' ? statement.trimEnd().length : Math.max(0, statement.indexOf(near));
  const [, name = ''] = /'([^']+)'|FUNCTION (\S+)/.exec(message) ?? [];
  return offsetOfName(statement, name);
};

export interface Names {
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  /** True for the names of the developer's database, and false for those of the seeds. */
  readonly isNamed: boolean;
}

/** Reserved words that tables often have as names, where a statement with a syntax error goes wrong. */
const RESERVED = /^(?:asc|condition|desc|group|index|interval|key|keys|option|order|range|read|usage)\b/i;

const hintOf = ({ number, message }: MysqlFailure, { tables, columns, isNamed }: Names): string => {
  const [reserved] = (number === SYNTAX_ERROR && RESERVED.exec(NEAR.exec(message)?.[1] ?? '')) || [];
  if (reserved !== undefined) return `write the name in backquotes: \`${reserved}\``;
  const [, quoted = ''] = /'([^']+)'/.exec(message) ?? [];
  const name = quoted.split('.').at(-1) ?? '';
  const known = { [UNKNOWN_COLUMN]: columns, [UNKNOWN_TABLE]: tables }[number] ?? [];
  const near = nearestNames(name, known);
  if (near.length > 0) return didYouMean(near);
  return number === UNKNOWN_TABLE
    ? listTables(tables, isNamed)
    : 'compare the statement with the tables of the database';
};

const LATER =
  'Aurora MySQL may accept it: it has JSON arrows, LATERAL, frames and functions of MySQL 8 that MariaDB lacks';

/** Notes what only MariaDB refuses. @param words the beginning of the message. */
export const describeRefusal = (statement: string, failure: MysqlFailure, words: string, names: Names): TextProblem => {
  const offset = offsetOf(statement, failure);
  const message = failure.message.replace(/; check the manual .*? to use near/s, ' near').replace(/\s+/g, ' ');
  if (isOnlyOfMariadb(statement, failure))
    return { offset, severity: 'note', message: `MariaDB cannot run the statement: ${message}`, hint: LATER };
  return { offset, message: `${words}: ${message}`, hint: hintOf(failure, names) };
};

const NOT_GROUPED = 1055;
const NO_GROUPS = 1140;

/**
 * Says what MySQL 8 makes of a column that is neither grouped nor aggregated, and of which MariaDB returns any value. A
 * column that depends on the groups is a note, because MySQL accepts it, and MariaDB does not find out.
 */
export const groupProblem = ({ number, message }: MysqlFailure): TextProblem | undefined => {
  if (number === NO_GROUPS)
    return {
      offset: 0,
      severity: 'warning',
      message: 'Aurora MySQL refuses the statement: it selects columns beside totals, and has no GROUP BY',
      hint: 'name the columns in GROUP BY, or write max(column)',
    };
  if (number !== NOT_GROUPED) return undefined;
  const [, column = ''] = /^'([^']*)'/.exec(message) ?? [];
  return {
    offset: 0,
    severity: 'note',
    message: say`Aurora MySQL may refuse the statement: ${column} is neither grouped nor aggregated`,
    hint: 'name the column in GROUP BY, or write max(column); it may stay if the groups have the key of its table',
  };
};
