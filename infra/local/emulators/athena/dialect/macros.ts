import type { Connection } from '../duckdb.ts';

/** A time with the zone in which it is shown. Trino's type `timestamp with time zone`. */
const ZONED = 'struct(instant timestamptz, zone varchar)';

/** Fails a query with a message. The second argument keeps DuckDB from failing before a row needs it. */
const failIf = (condition: string, message: string, evidence: string): string =>
  `when ${condition} then case when trino_fail('${message}', cast(${evidence} as varchar)) then null end`;

const isFloating = (name: string): string => `typeof(${name}) in ('DOUBLE', 'FLOAT')`;

const isDecimal = (name: string): string => `starts_with(typeof(${name}), 'DECIMAL')`;

const byZero = failIf('b = 0', 'DIVISION_BY_ZERO: Division by zero', 'b');

/**
 * Operators whose results differ. Integers divide to integers, decimals to decimals of the larger scale; doubles give
 * Infinity instead of NULL. DuckDB writes its integer division `//`, and looks for operators among the macros first.
 */
const OPERATORS = [
  `"//"(a, b) as case
    when ${isFloating('a')} or ${isFloating('b')} then cast_to_type("/"(a::double, b::double), a + b)
    ${byZero}
    when ${isDecimal('a')} or ${isDecimal('b')}
      then cast_to_type("/"(a::double, b::double), a + b)
    else cast_to_type(divide(a, b), a + b) end`,
  `"%"(a, b) as case when ${isFloating('a')} or ${isFloating('b')} then mod(a, b) ${byZero} else mod(a, b) end`,
  `trino_mod(a, b) as a % b`,
  `"+"(a date, b interval) as cast(add(a, b) as date), (a interval, b date) as cast(add(b, a) as date),
    (a, b) as system.main."+"(a, b), (a) as system.main."+"(a)`,
  `"-"(a date, b interval) as cast(subtract(a, b) as date), (a, b) as system.main."-"(a, b),
    (a) as system.main."-"(a)`,
];

const UNITS = ['microsecond', 'millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

const SPANS = UNITS.slice(1)
  .map((unit) =>
    unit === 'quarter'
      ? `when 'quarter' then to_months(3 * n::integer)`
      : `when '${unit}' then to_${unit}s(n::integer)`,
  )
  .join(' ')
  .replace('to_milliseconds(n::integer)', 'to_milliseconds(n::double)');

/** The types of times, and the expression of each for the time that a clock in its zone shows. */
const LOCAL_TIMES: readonly (readonly [type: string, local: (name: string) => string])[] = [
  ['date', (name) => `cast(${name} as timestamp)`],
  ['timestamp', (name) => name],
  ['timestamptz', (name) => `timezone('UTC', ${name})`],
  [ZONED, (name) => `timezone(${name}.zone, ${name}.instant)`],
];

/** Defines a macro for each type of time. `body` gets the local time. `rest` are further parameters. */
const overTimes = (name: string, body: (local: string) => string, rest = ''): string =>
  `${name}${LOCAL_TIMES.map(([type, local]) => `(x ${type}${rest}) as ${body(local('x'))}`).join(', ')}`;

const differences = LOCAL_TIMES.flatMap(([first, local]) =>
  LOCAL_TIMES.map(
    ([second, other]) => `(unit, a ${first}, b ${second}) as date_sub(unit, ${local('a')}, ${other('b')})`,
  ),
);

const PARTS: Readonly<Record<string, (local: string) => string>> = {
  ...Object.fromEntries(
    ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'].map((part) => [
      part,
      (local: string) => `${part}(${local})`,
    ]),
  ),
  millisecond: (local) => `mod(millisecond(${local}), 1000)`,
  day_of_week: (local) => `isodow(${local})`,
  day_of_year: (local) => `dayofyear(${local})`,
  year_of_week: (local) => `isoyear(${local})`,
  last_day_of_month: (local) => `last_day(${local})`,
};

/** Functions of times. Those that read a part of a zoned time read the local time. */
const TIMES = [
  `trino_span(unit, n) as case lower(unit) ${SPANS} end`,
  `trino_zoned(x timestamp, z) as struct_pack(instant := timezone('UTC', x), zone := z),
    (x timestamptz, z) as struct_pack(instant := x, zone := z),
    (x ${ZONED}, z) as struct_pack(instant := x.instant, zone := z)`,
  `trino_from_local(x timestamp, z) as struct_pack(instant := timezone(z, x), zone := z)`,
  `trino_date_trunc(unit, x date) as cast(date_trunc(unit, x) as date), (unit, x timestamp) as date_trunc(unit, x),
    (unit, x timestamptz) as date_trunc(unit, x),
    (unit, x ${ZONED}) as trino_from_local(date_trunc(unit, timezone(x.zone, x.instant)), x.zone)`,
  `trino_date_add(unit, n, x date) as cast(add(x, trino_span(unit, n)) as date),
    (unit, n, x timestamp) as add(x, trino_span(unit, n)), (unit, n, x timestamptz) as x + trino_span(unit, n),
    (unit, n, x ${ZONED}) as trino_from_local(add(timezone(x.zone, x.instant), trino_span(unit, n)), x.zone)`,
  `trino_date_diff${differences.join(', ')}`,
  ...Object.entries(PARTS).map(([name, part]) => overTimes(`trino_${name}`, part)),
  `${overTimes('trino_date', (local) => `cast(${local} as date)`)}, (x varchar) as cast(x as date)`,
  `${overTimes('trino_timestamp', (local) => local)}, (x varchar) as cast(x as timestamp)`,
  `trino_to_unixtime(x timestamp) as epoch(x), (x timestamptz) as epoch(x), (x ${ZONED}) as epoch(x.instant)`,
  `trino_from_unixtime(x) as to_timestamp(round(x::double, 3)),
    (x, z) as struct_pack(instant := to_timestamp(round(x::double, 3)), zone := z)`,
  `trino_from_iso8601_timestamp(x) as cast(x as timestamptz)`,
  'trino_from_iso8601_date(x) as cast(x as date)',
  overTimes('trino_format_datetime', (local) => `trino_joda_format(${local}, pattern)`, ', pattern'),
  overTimes('trino_date_format', (local) => `trino_mysql_format(${local}, pattern)`, ', pattern'),
  'trino_date_parse(x, pattern) as make_timestamp(trino_mysql_parse(x, pattern))',
  `trino_parse_datetime(x, pattern) as timezone('UTC', make_timestamp(trino_joda_parse(x, pattern)))`,
];

const TEXTS = [
  `trino_text(x double) as trino_double_text(x), (x float) as trino_double_text(cast(cast(x as varchar) as double)),
    (x timestamp) as strftime(x, '%Y-%m-%d %H:%M:%S.%g'),
    (x timestamptz) as strftime(timezone('UTC', x), '%Y-%m-%d %H:%M:%S.%g') || ' UTC',
    (x ${ZONED}) as strftime(timezone(x.zone, x.instant), '%Y-%m-%d %H:%M:%S.%g') || ' ' || x.zone,
    (x date) as cast(x as varchar), (x boolean) as cast(x as varchar), (x varchar) as x, (x bigint) as cast(x as varchar)`,
  `trino_decimal_text(x) as case when ${isDecimal('x')} then cast(x as varchar) end`,
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
  `trino_json_extract_scalar(j, path) as case when json_valid(j) and json_type(j, path) not in ('OBJECT', 'ARRAY', 'NULL')
    then json_extract_string(j, path) end`,
  "trino_json_array_length(j) as case when json_valid(j) and json_type(j) = 'ARRAY' then json_array_length(j)::bigint end",
];

const NUMBERS = [
  'trino_round(x) as round(x), (x, n) as cast_to_type(round(x, n), x)',
  `trino_to_integer(x double) as cast(round(x) as bigint), (x boolean) as cast(x as bigint),
    (x bigint) as x, (x varchar) as case
      when not regexp_full_match(x, '[+-]?[0-9]+')
      then case when trino_fail('INVALID_CAST_ARGUMENT: Cannot cast ''' || x || ''' to BIGINT', x) then null end
      else cast(x as bigint) end`,
  // The scale is that of the decimals, as in Trino; the type stays a double.
  `trino_avg(average, witness) as case when ${isDecimal('witness')} then cast_to_type(average, witness)
    else average::double end`,
  `trino_sign(x) as cast_to_type(sign(x), x)`,
  'trino_bitwise_and(a, b) as (a & b)::bigint',
  'trino_bitwise_or(a, b) as (a | b)::bigint',
  'trino_bitwise_xor(a, b) as xor(a, b)::bigint',
  'trino_bitwise_not(a) as (~a)::bigint',
];

const ARRAYS = [
  `trino_element_at(x, i) as x[i]`,
  'trino_array_position(x, e) as coalesce(list_position(x, e), case when x is not null and e is not null then 0 end)::bigint',
  `trino_array_join(x, d) as array_to_string(x, d)`,
  'trino_slice(x, start, n) as list_slice(x, start, start + n - 1)',
  'trino_sequence(a, b) as generate_series(a, b), (a, b, step) as generate_series(a, b, step)',
];

/** The operators come last, because the bodies of the others are checked against those of DuckDB. */
const MACROS: readonly string[] = [...TIMES, ...TEXTS, ...NUMBERS, ...ARRAYS, ...OPERATORS];

/** Creates the macros with which translated statements call Trino's functions. */
export const createMacros = async (connection: Connection): Promise<void> => {
  for (const macro of MACROS) await connection.runAndReadAll(`create macro memory.main.${macro}`);
};
