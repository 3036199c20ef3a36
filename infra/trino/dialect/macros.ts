import type { Connection, DuckDb } from './duckdb.ts';
import { formatDouble } from './format-double.ts';
import { formatJoda, formatMysql, parseJoda, parseMysql } from './time-patterns.ts';

type Value = unknown;

interface Timestamp {
  readonly micros: bigint;
}

const dateOf = (value: Value): Date => new Date(Number((value as Timestamp).micros / 1000n));

const microsOf = (time: number): bigint => BigInt(time) * 1000n;

const fail = (message: Value): never => {
  throw new Error(String(message));
};

/** Registers the functions of the dialect that SQL macros cannot express. Each returns NULL if an argument is NULL. */
export const registerFunctions = (duckdb: DuckDb, connection: Connection): void => {
  const { DuckDBScalarFunction, DOUBLE, TIMESTAMP, VARCHAR, BOOLEAN, BIGINT } = duckdb;
  const define = (
    name: string,
    parameterTypes: readonly unknown[],
    returnType: unknown,
    run: (...values: readonly Value[]) => Value,
  ): void => {
    const definition = DuckDBScalarFunction.create({
      name,
      parameterTypes,
      returnType,
      mainFunction: (_info, input, output) => {
        const columns = parameterTypes.map((_, index) => input.getColumnValues(index));
        for (let row = 0; row < input.rowCount; row += 1) {
          const values = columns.map((column) => column[row]);
          output.setItem(row, values.includes(null) ? null : run(...values));
        }
        output.flush();
      },
    });
    connection.registerScalarFunction(definition);
  };
  define('trino_fail', [VARCHAR, VARCHAR], BOOLEAN, fail);
  define('trino_double_text', [DOUBLE], VARCHAR, (value) => formatDouble(value as number));
  define('trino_joda_format', [TIMESTAMP, VARCHAR], VARCHAR, (time, pattern) =>
    formatJoda(dateOf(time), String(pattern)),
  );
  define('trino_mysql_format', [TIMESTAMP, VARCHAR], VARCHAR, (time, pattern) =>
    formatMysql(dateOf(time), String(pattern)),
  );
  define('trino_joda_parse', [VARCHAR, VARCHAR], BIGINT, (text, pattern) =>
    microsOf(parseJoda(String(text), String(pattern))),
  );
  define('trino_mysql_parse', [VARCHAR, VARCHAR], BIGINT, (text, pattern) =>
    microsOf(parseMysql(String(text), String(pattern))),
  );
};

/*
 * No macro has parameters with types, because DuckDB does not find the type of an argument that is an aggregate. A macro
 * whose result depends on a type uses typeof(), or cast_to_type() with another value of this type.
 */

const isFloating = (name: string): string => `typeof(${name}) in ('DOUBLE', 'FLOAT')`;

const isDecimal = (name: string): string => `starts_with(typeof(${name}), 'DECIMAL')`;

/** Writes a conversion of a value to another type. The result is NULL if the conversion is impossible. */
const reread = (name: string, type: string): string => `try_cast(cast(${name} as varchar) as ${type})`;

/**
 * Writes a condition that fails a query with a message. `evidence` is a value of the row, so that DuckDB evaluates the
 * failure only for rows that need it.
 */
const failIf = (condition: string, message: string, evidence: string): string =>
  `when ${condition} then case when trino_fail(${message}, cast(${evidence} as varchar)) then null end`;

const byZero = failIf('b = 0', `'DIVISION_BY_ZERO: Division by zero'`, 'b');

/**
 * Macros for operators that differ between Trino and DuckDB. In Trino, integers divide to integers, decimals to
 * decimals of the larger scale, and doubles by zero to Infinity. DuckDB's integer division is `//`. DuckDB prefers a
 * macro to its own operator of the same name.
 */
const OPERATORS = [
  `"//"(a, b) as case
    when ${isFloating('a')} or ${isFloating('b')} then cast_to_type("/"(a::double, b::double), a + b)
    ${byZero}
    when ${isDecimal('a')} or ${isDecimal('b')} then cast_to_type("/"(a::double, b::double), a + b)
    else cast_to_type(divide(a, b), a + b) end`,
  `"%"(a, b) as case when ${isFloating('a')} or ${isFloating('b')} then mod(a, b) ${byZero} else mod(a, b) end`,
];

const SPANS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year']
  .map((unit) => `when '${unit}' then to_${unit}s(n::integer)`)
  .join(' ');

const TIMES = [
  `trino_span(unit, n) as case lower(unit) ${SPANS} when 'quarter' then to_months(3 * n::integer)
    when 'millisecond' then to_milliseconds(n::double) end`,
  // The sum of a date and a span stays a date.
  'trino_plus(x, span) as cast_to_type(x + span, x)',
  'trino_minus(x, span) as cast_to_type(x - span, x)',
  'trino_date_add(unit, n, x) as cast_to_type(x + trino_span(unit, n), x)',
  'trino_date_trunc(unit, x) as cast_to_type(date_trunc(unit, x), x)',
  'trino_date_diff(unit, a, b) as date_sub(unit, a, b)',
  'trino_millisecond(x) as mod(millisecond(x), 1000)',
  'trino_date(x) as cast(x as date)',
  'trino_timestamp(x) as cast(x as timestamp)',
  `trino_from_unixtime(x) as to_timestamp(round(x::double, 3))`,
  'trino_from_iso8601_timestamp(x) as cast(x as timestamptz)',
  'trino_from_iso8601_date(x) as cast(x as date)',
  'trino_format_datetime(x, pattern) as trino_joda_format(cast(x as timestamp), pattern)',
  'trino_date_format(x, pattern) as trino_mysql_format(cast(x as timestamp), pattern)',
  'trino_date_parse(x, pattern) as make_timestamp(trino_mysql_parse(x, pattern))',
  `trino_parse_datetime(x, pattern) as timezone('UTC', make_timestamp(trino_joda_parse(x, pattern)))`,
];

/** Macros for times with a time zone, which are structures of an instant and the name of the zone. */
const ZONED_TIMES = [
  'trino_zoned(x, z) as struct_pack(instant := cast(x as timestamptz), zone := z)',
  'trino_from_local(x, z) as struct_pack(instant := timezone(z, cast(x as timestamp)), zone := z)',
  `trino_instant(x) as struct_extract(x, 'instant')`,
  `trino_zone(x) as struct_extract(x, 'zone')`,
  `trino_local(x) as timezone(struct_extract(x, 'zone'), struct_extract(x, 'instant'))`,
];

const MILLIS = '%Y-%m-%d %H:%M:%S.%g';

const TEXTS = [
  `trino_text(x) as case
    when ${isFloating('x')} then trino_double_text(${reread('x', 'double')})
    when typeof(x) = 'TIMESTAMP' then strftime(${reread('x', 'timestamp')}, '${MILLIS}')
    when typeof(x) = 'TIMESTAMP WITH TIME ZONE'
      then strftime(timezone('UTC', ${reread('x', 'timestamptz')}), '${MILLIS}') || ' UTC'
    else cast(x as varchar) end`,
  `trino_substr(s, start) as case when start = 0 then '' else substr(s, start) end,
    (s, start, n) as case when start = 0 then '' else substr(s, start, n) end`,
  'trino_split_part(s, d, n) as case when n <= len(string_split(s, d)) then split_part(s, d, n) end',
  `trino_replace(s, x) as replace(s, x, ''), (s, x, y) as replace(s, x, y)`,
  `trino_trim(s) as regexp_replace(s, '^\\s+|\\s+$', '', 'g')`,
  `trino_ltrim(s) as regexp_replace(s, '^\\s+', '')`,
  `trino_rtrim(s) as regexp_replace(s, '\\s+$', '')`,
  `trino_regexp_extract(s, p) as case when regexp_matches(s, p) then regexp_extract(s, p) end,
    (s, p, n) as case when regexp_matches(s, p) then regexp_extract(s, p, n) end`,
  `trino_regexp_replace(s, p) as regexp_replace(s, p, '', 'g'),
    (s, p, r) as regexp_replace(s, p, regexp_replace(r, '\\$(\\d)', '\\\\\\1', 'g'), 'g')`,
  'trino_regexp_count(s, p) as len(regexp_extract_all(s, p))',
  `trino_json_extract_scalar(j, path) as case
    when json_valid(j) and json_type(j, path) not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string(j, path) end`,
  `trino_json_array_length(j) as case
    when json_valid(j) and json_type(j) = 'ARRAY' then json_array_length(j)::bigint end`,
];

const notInteger = failIf(
  `typeof(x) = 'VARCHAR' and not regexp_full_match(cast(x as varchar), '[+-]?[0-9]+')`,
  `'INVALID_CAST_ARGUMENT: Cannot cast ''' || cast(x as varchar) || ''' to BIGINT'`,
  'x',
);

const NUMBERS = [
  'trino_round(x) as round(x), (x, n) as cast_to_type(round(x, n), x)',
  `trino_to_integer(x) as case when ${isFloating('x')} then cast(round(${reread('x', 'double')}) as bigint)
    ${notInteger} else cast(x as bigint) end`,
  // As in Trino, an average of decimals has the decimals' scale, and any other average is a double.
  `trino_avg(average, witness) as case when ${isDecimal('witness')} then cast_to_type(average, witness)
    else average::double end`,
  'trino_sign(x) as cast_to_type(sign(x), x)',
  'trino_mod(a, b) as a % b',
  'trino_bitwise_and(a, b) as (a & b)::bigint',
  'trino_bitwise_or(a, b) as (a | b)::bigint',
  'trino_bitwise_xor(a, b) as xor(a, b)::bigint',
  'trino_bitwise_not(a) as (~a)::bigint',
];

const ARRAYS = [
  'trino_element_at(x, i) as x[i]',
  `trino_array_position(x, e) as
    coalesce(list_position(x, e), case when x is not null and e is not null then 0 end)::bigint`,
  'trino_array_join(x, d) as array_to_string(x, d)',
  'trino_slice(x, start, n) as list_slice(x, start, case when start < 0 and start + n >= 0 then -1 else start + n - 1 end)',
  'trino_sequence(a, b) as generate_series(a, b), (a, b, step) as generate_series(a, b, step)',
];

const MACROS: readonly string[] = [...OPERATORS, ...TIMES, ...ZONED_TIMES, ...TEXTS, ...NUMBERS, ...ARRAYS];

/** Creates the macros with which translated statements call Trino's functions. */
export const createMacros = async (connection: Connection): Promise<void> => {
  for (const macro of MACROS) await connection.runAndReadAll(`create macro memory.main.${macro}`);
};
