import { closingOf, tokenize } from './sql-tokens.ts';

/** DuckDB's, by the MySQL specifiers of Trino's `date_format` and `date_parse`, as far as DuckDB has them. */
const SPECIFIERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ a: '%a', b: '%b', c: '%-m', d: '%d', e: '%-d', H: '%H', h: '%I', I: '%I', i: '%M', j: '%j', k: '%-H' },
    ...{ l: '%-I', M: '%B', m: '%m', p: '%p', S: '%S', s: '%S', T: '%H:%M:%S', W: '%A', Y: '%Y', y: '%y', '%': '%%' },
  }),
);

export const unknownSpecifiers = (pattern: string): readonly string[] =>
  Array.from(pattern.matchAll(/%([\s\S])/g), ([text]) => text).filter((text) => !SPECIFIERS.get(text.slice(1)));

const duckDbPattern = (pattern: string): string =>
  pattern.replace(/%([\s\S])/g, (text, specifier: string) => SPECIFIERS.get(specifier) ?? text);

/** Words that only DuckDB reserves. Trino allows them as names of columns and tables. */
export const QUOTED: ReadonlySet<string> = new Set(
  (
    'analyse analyze anti asof asymmetric at authorization binary check collate collation column columns concurrently ' +
    'default deferrable describe do foreign freeze generated glob ilike initially isnull lambda notnull out ' +
    'overlaps pivot pivot_longer pivot_wider placing positional primary qualify references returning semi setof show ' +
    'similar struct summarize symmetric unique unpack unpivot user variadic verbose'
  ).split(' '),
);

type WriteCall = (...args: readonly string[]) => string;

const rename =
  (name: string): WriteCall =>
  (...args) =>
    `${name}(${args.join(', ')})`;

const macro = (name: string): WriteCall => rename(`trino_${name}`);

const anyNull = (args: readonly string[]): string => args.map((arg) => `(${arg}) is null`).join(' or ');

/** Like Trino's `greatest` and `least`. */
const nullIfAnyNull =
  (name: string): WriteCall =>
  (...args) =>
    `case when ${anyNull(args)} then null else ${name}(${args.join(', ')}) end`;

const ZONED = /^trino_(?:zoned|from_local)\(/;

/** True if a translated expression is a time with a time zone. */
export const isZoned = (text = ''): boolean => {
  if (!ZONED.test(text)) return false;
  const tokens = tokenize(text);
  return closingOf(tokens, 1) === tokens.length - 1;
};

/** Writes the local time of an expression: what a clock in its time zone shows. */
export const localOf = (time = ''): string => {
  if (!isZoned(time)) return time;
  return time.includes('trino_local') ? `trino_local_once(${time})` : `trino_local(${time})`;
};

const instantOf = (time = ''): string => (isZoned(time) ? `trino_instant(${time})` : time);

/** Writes a function that works on the local time of an expression and keeps its time zone. */
export const shift = (time: string | undefined, write: (local: string) => string): string =>
  isZoned(time) ? `trino_from_local(${write(localOf(time))}, trino_zone(${time}))` : write(time ?? '');

const part =
  (name: string): WriteCall =>
  (time) =>
    `${name}(${localOf(time)})`;

/** The same names and the same results in DuckDB. */
const SAME = [
  'abs', 'any_value', 'array_agg', 'bool_and', 'bool_or', 'ceil', 'ceiling', 'coalesce', 'concat_ws', 'contains', 'count',
  'count_if', 'dense_rank', 'first_value', 'floor', 'lag', 'last_value', 'lead', 'length', 'ln', 'log10', 'lower', 'lpad',
  'max', 'max_by', 'min', 'min_by', 'now', 'nullif', 'pow', 'power', 'rank', 'reverse', 'row_number', 'rpad', 'sqrt',
  'starts_with', 'stddev', 'stddev_samp', 'strpos', 'try', 'unnest', 'upper', 'variance', 'cast', 'try_cast', 'extract',
  'position', 'avg', 'sum',
]; // biome-ignore format: a list of names

/** Parts of a time with the same name in DuckDB. */
const PARTS = ['day', 'hour', 'minute', 'month', 'quarter', 'second', 'week', 'year'];

/** All other functions are translated to a macro `trino_<name>`. */
const RENAMED: ReadonlyMap<string, WriteCall> = new Map(
  Object.entries({
    ...Object.fromEntries(PARTS.map((name) => [name, part(name)])),
    arbitrary: rename('any_value'),
    cardinality: rename('len'),
    element_at: (list = '', at = '') => (at.startsWith("'") ? `(${list})[${at}]` : `trino_element_at(${list}, ${at})`),
    every: rename('bool_and'),
    is_finite: rename('isfinite'),
    is_infinite: rename('isinf'),
    is_nan: rename('isnan'),
    regexp_like: rename('regexp_matches'),
    split: rename('string_split'),
    truncate: rename('trunc'),
    substring: macro('substr'),
    at_timezone: (time, zone) => `trino_zoned(${instantOf(time)}, ${zone})`,
    with_timezone: macro('from_local'),
    from_iso8601_timestamp: (text) => `trino_zoned(cast(${text} as timestamptz), trino_offset(${text}))`,
    from_unixtime: (seconds, zone) => {
      const instant = `trino_from_unixtime(${seconds})`;
      return zone === undefined ? instant : `trino_zoned(${instant}, ${zone})`;
    },
    date_diff: (unit, from, to) => `trino_date_diff(${unit}, ${instantOf(from)}, ${instantOf(to)})`,
    to_unixtime: (time) => `epoch(${instantOf(time)})`,
    date_trunc: (unit, time) => shift(time, (local) => `trino_date_trunc(${unit}, ${local})`),
    date_add: (unit, count, time) => shift(time, (local) => `trino_date_add(${unit}, ${count}, ${local})`),
    date: (time) => `trino_date(${localOf(time)})`,
    date_format: (time, pattern = '') => `strftime(cast(${localOf(time)} as timestamp), ${duckDbPattern(pattern)})`,
    date_parse: (text, pattern = '') =>
      // DuckDB takes 1900 for a year that is missing.
      /%y/i.test(pattern)
        ? `strptime(${text}, ${duckDbPattern(pattern)})`
        : `strptime('1970 ' || ${text}, '%Y ' || ${duckDbPattern(pattern)})`,
    day_of_month: part('day'),
    day_of_week: part('isodow'),
    day_of_year: part('dayofyear'),
    dow: part('isodow'),
    doy: part('dayofyear'),
    last_day_of_month: part('last_day'),
    millisecond: part('trino_millisecond'),
    week_of_year: part('week'),
    year_of_week: part('isoyear'),
    yow: part('isoyear'),
    concat: (...args) => `(${args.map((arg) => `(${arg})`).join(' || ')})`,
    greatest: nullIfAnyNull('greatest'),
    least: nullIfAnyNull('least'),
    if: (condition, then, otherwise = 'null') => `case when ${condition} then ${then} else ${otherwise} end`,
    approx_distinct: (value) => `count(distinct ${value})`,
    approx_percentile: (value, percentage) => `quantile_disc(${value}, ${percentage})`,
  }),
);

/** Functions that are translated to the macro `trino_<name>`. */
// biome-ignore format: a list of names
const OF_MACROS = [
  'array_join', 'from_iso8601_date', 'json_extract_scalar', 'ltrim', 'mod', 'regexp_extract', 'regexp_replace',
  'replace', 'round', 'rtrim', 'sequence', 'sign', 'split_part', 'substr', 'trim',
];

/**
 * The emulator of Athena runs these with Trino's results. A test compares the results of each function with the values
 * in Trino's documentation. A function without such a test is not on the list.
 */
export const EMULATED: ReadonlySet<string> = new Set([...SAME, ...OF_MACROS, ...RENAMED.keys()]);

/** `cast` converts to them as Trino does. */
export const EMULATED_TYPES: ReadonlySet<string> = new Set(
  'bigint boolean date decimal double int integer smallint timestamp tinyint varchar'.split(' '),
);

export const writeCall = (name: string): WriteCall =>
  SAME.includes(name) ? rename(name) : (RENAMED.get(name) ?? macro(name));
