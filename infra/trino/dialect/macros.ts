import type { Connection } from './duckdb.ts';

/*
 * No macro has parameters with types, because DuckDB does not find the type of an argument that is an aggregate. A macro
 * whose result depends on a type uses typeof(), or cast_to_type() with another value of this type.
 */

const isFloating = (name: string): string => `typeof(${name}) in ('DOUBLE', 'FLOAT')`;

const isDecimal = (name: string): string => `starts_with(typeof(${name}), 'DECIMAL')`;

/** Writes a conversion of a value to another type. The result is NULL if the conversion is impossible. */
const reread = (name: string, type: string): string => `try_cast(try_cast(${name} as varchar) as ${type})`;

/**
 * Writes a branch of CASE that fails a query if the condition is true. `evidence` is a value of the row, so that DuckDB
 * evaluates the failure only for rows that meet the condition.
 */
const failIf = (condition: string, message: string, evidence: string): string =>
  `when ${condition} then case when trino_fail(${message}, try_cast(${evidence} as varchar)) then null end`;

/**
 * Writes one of two values of different types. The condition must be constant, such as a comparison of `typeof`: DuckDB
 * then gives the result the type of the chosen value.
 */
const ifType = (condition: string, yes: string, no: string): string =>
  `struct_extract({'yes': ${yes}, 'no': ${no}}, case when ${condition} then 'yes' else 'no' end)`;

const byZero = failIf('b = 0', `'DIVISION_BY_ZERO: Division by zero'`, 'b');

/**
 * In Trino, the quotient of integers is an integer, and the quotient of decimals is a decimal of the larger scale. A
 * double divided by zero is Infinity. DuckDB's integer division is `//`. DuckDB prefers a macro to its own operator of
 * the same name.
 */
const OPERATORS = [
  `"//"(a, b) as case
    when ${isFloating('a')} or ${isFloating('b')} then cast_to_type("/"(a::double, b::double), a + b)
    ${byZero}
    when ${isDecimal('a')} or ${isDecimal('b')} then cast_to_type("/"(a::double, b::double), a + b)
    else cast_to_type(divide(a, b), a + b) end`,
  `"%"(a, b) as case when ${isFloating('a')} or ${isFloating('b')} then mod(a, b) ${byZero} else mod(a, b) end`,
];

const TIMES = [
  // The sum of a date and a span stays a date.
  'trino_plus(x, span) as cast_to_type(x + span, x)',
  'trino_minus(x, span) as cast_to_type(x - span, x)',
  `trino_date_add(unit, n, x) as cast_to_type(x + cast(cast(n as varchar) || ' ' || unit as interval), x)`,
  'trino_date_trunc(unit, x) as cast_to_type(date_trunc(unit, x), x)',
  'trino_date_diff(unit, a, b) as date_sub(unit, a, b)',
  'trino_millisecond(x) as mod(millisecond(x), 1000)',
  'trino_date(x) as cast(x as date)',
  'trino_timestamp(x) as cast(x as timestamp)',
  `trino_from_unixtime(x) as to_timestamp(round(x::double, 3))`,
  'trino_from_iso8601_date(x) as cast(x as date)',
];

/** Times with a time zone are structures of an instant and the name of the zone. */
const ZONED_TIMES = [
  `trino_offset(s) as coalesce(nullif(regexp_extract(s, 'T.*([+-]\\d\\d:\\d\\d)$', 1), ''), 'UTC')`,
  // DuckDB knows the names of zones, but no offsets such as +09:00.
  `trino_is_offset(z) as left(z, 1) in ('+', '-')`,
  'trino_zoned(x, z) as struct_pack(instant := cast(x as timestamptz), zone := z)',
  `trino_from_local(x, z) as struct_pack(instant := case when trino_is_offset(z)
    then timezone('UTC', cast(x as timestamp) - cast(trim(z, '+') || ':00' as interval))
    else timezone(z, cast(x as timestamp)) end, zone := z)`,
  `trino_instant(x) as struct_extract(x, 'instant')`,
  `trino_zone(x) as struct_extract(x, 'zone')`,
  `trino_local(x) as case when trino_is_offset(struct_extract(x, 'zone'))
    then timezone('UTC', struct_extract(x, 'instant')) + cast(trim(struct_extract(x, 'zone'), '+') || ':00' as interval)
    else timezone(struct_extract(x, 'zone'), struct_extract(x, 'instant')) end`,
  // Plans a long expression once, where the macro above has it five times. It is slower for each row.
  'trino_local_once(x) as list_extract(list_transform([x], lambda one: trino_local(one)), 1)',
  `trino_zoned_text(local, zone) as strftime(local, '%Y-%m-%d %H:%M:%S.%g') || ' ' || zone`,
];

const MILLIS = '%Y-%m-%d %H:%M:%S.%g';

const TEXTS = [
  `trino_text(x) as case
    when ${isFloating('x')} then trino_double_text(${reread('x', 'double')})
    when typeof(x) = 'TIMESTAMP' then strftime(${reread('x', 'timestamp')}, '${MILLIS}')
    when typeof(x) = 'TIMESTAMP WITH TIME ZONE'
      then strftime(timezone('UTC', ${reread('x', 'timestamptz')}), '${MILLIS}') || ' UTC'
    else try_cast(x as varchar) end`,
  `trino_substr(s, start) as case when start = 0 then '' else substr(s, start) end,
    (s, start, n) as case when start = 0 then '' else substr(s, start, n) end`,
  `trino_split_part(s, d, n) as case
    ${failIf('n < 1', `'INVALID_FUNCTION_ARGUMENT: Index must be greater than zero'`, 's')}
    when n <= len(string_split(s, d)) then split_part(s, d, n) end`,
  `trino_replace(s, x) as replace(s, x, ''), (s, x, y) as replace(s, x, y)`,
  `trino_trim(s) as regexp_replace(s, '^\\s+|\\s+$', '', 'g')`,
  `trino_ltrim(s) as regexp_replace(s, '^\\s+', '')`,
  `trino_rtrim(s) as regexp_replace(s, '\\s+$', '')`,
  `trino_regexp_extract(s, p) as case when regexp_matches(s, p) then regexp_extract(s, p) end,
    (s, p, n) as case when regexp_matches(s, p) then regexp_extract(s, p, n) end`,
  `trino_regexp_replace(s, p) as regexp_replace(s, p, '', 'g'),
    (s, p, r) as regexp_replace(s, p, regexp_replace(r, '\\$(\\d)', '\\\\\\1', 'g'), 'g')`,
];

/** Writes a branch of CASE that fails a query if the text `x` is not a value of the type. */
const failUnless = (pattern: string, type: string): string =>
  failIf(
    `typeof(x) = 'VARCHAR' and not regexp_full_match(try_cast(x as varchar), '${pattern}')`,
    `'INVALID_CAST_ARGUMENT: Cannot cast ''' || try_cast(x as varchar) || ''' to ${type}'`,
    'x',
  );

const NUMBERS = [
  `trino_to_boolean(x) as case ${failUnless('(?i)true|false|t|f|1|0', 'BOOLEAN')} else try_cast(x as boolean) end`,
  'trino_round(x) as round(x), (x, n) as cast_to_type(round(x, n), x)',
  `trino_to_integer(x) as case when ${isFloating('x')} then cast(round(${reread('x', 'double')}) as bigint)
    ${failUnless('[+-]?[0-9]+', 'BIGINT')} else cast(x as bigint) end`,
  // As in Trino, an average of decimals has the decimals' type, and any other average is a double.
  `trino_avg(average, total, n, witness) as ${ifType(isDecimal('witness'), `cast_to_type(trino_average(try_cast(total as varchar), n), witness)`, 'average::double')}`,
  // DuckDB adds integers as HUGEINT.
  `trino_sum(total) as ${ifType(
    `typeof(total) = 'HUGEINT'`,
    `case
    ${failIf('try_cast(total as bigint) is null and total is not null', `'NUMERIC_VALUE_OUT_OF_RANGE: bigint addition overflow'`, 'total')}
    else try_cast(total as bigint) end`,
    'total',
  )}`,
  'trino_sign(x) as cast_to_type(sign(x), x)',
  'trino_mod(a, b) as a % b',
];

const BEYOND = `'INVALID_FUNCTION_ARGUMENT: Array subscript must be from 1 to the length of the array'`;

const ARRAYS = [
  `trino_element_at(x, i) as case
    ${failIf('i = 0', `'INVALID_FUNCTION_ARGUMENT: SQL array indices start at 1'`, 'x')} else x[i] end`,
  `trino_subscript(x, i) as case ${failIf('i < 1 or i > len(x)', BEYOND, 'x')} else x[i] end`,
  `trino_key(x, k) as case ${failIf('not map_contains(x, k)', `'INVALID_FUNCTION_ARGUMENT: Key not present in map: ' || k`, 'x')}
    else x[k] end`,
  'trino_array_join(x, d) as array_to_string(x, d)',
  `trino_limit(x) as case
    ${failIf('len(x) > 10000', `'INVALID_FUNCTION_ARGUMENT: result of sequence function must not have more than 10000 entries'`, 'len(x)')}
    else x end`,
  // In Trino, a sequence of dates contains dates. DuckDB's generate_series returns timestamps.
  'trino_sequence(a, b) as trino_limit(generate_series(a, b)), (a, b, step) as trino_limit(cast_to_type(generate_series(a, b, step), [a]))',
];

const MACROS: readonly string[] = [...OPERATORS, ...TIMES, ...ZONED_TIMES, ...TEXTS, ...NUMBERS, ...ARRAYS];

/**
 * Blanks before macros and views, so that the positions of their parts in a plan lie beyond the end of any statement.
 * The conversions at such positions are not the user's.
 */
export const BEFORE = ' '.repeat(1_000_000);

/** Creates the macros with which translated statements call Trino's functions. */
export const createMacros = async (connection: Connection): Promise<void> => {
  await connection.runAndReadAll(BEFORE + MACROS.map((macro) => `create macro memory.main.${macro};`).join('\n'));
};
