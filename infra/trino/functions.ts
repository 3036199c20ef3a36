/**
 * Functions of Trino that the emulator of Athena runs with Trino's results. A test compares the results of each
 * function with the values in Trino's documentation. A function without such a test is not on the list.
 */
// biome-ignore format: a list of names
export const EMULATED_FUNCTIONS = [
  // Aggregates
  'any_value', 'approx_distinct', 'approx_percentile', 'arbitrary', 'array_agg', 'avg', 'bool_and', 'bool_or', 'count',
  'count_if', 'every', 'max', 'max_by', 'min', 'min_by', 'stddev', 'stddev_samp', 'sum', 'variance',
  // Window functions
  'dense_rank', 'first_value', 'lag', 'last_value', 'lead', 'rank', 'row_number',
  // Conditions and conversions
  'cast', 'coalesce', 'if', 'nullif', 'try', 'try_cast',
  // Numbers
  'abs', 'ceil', 'ceiling', 'floor', 'greatest', 'is_finite', 'is_infinite', 'is_nan', 'least', 'ln', 'log10', 'mod',
  'pow', 'power', 'round', 'sign', 'sqrt', 'truncate',
  // Texts
  'concat', 'concat_ws', 'length', 'lower', 'lpad', 'ltrim', 'position', 'regexp_extract', 'regexp_like',
  'regexp_replace', 'replace', 'reverse', 'rpad', 'rtrim', 'split', 'split_part', 'starts_with', 'strpos', 'substr',
  'substring', 'trim', 'upper',
  // Times
  'at_timezone', 'date', 'date_add', 'date_diff', 'date_format', 'date_parse', 'date_trunc', 'day', 'day_of_month',
  'day_of_week', 'day_of_year', 'dow', 'doy', 'extract', 'from_iso8601_date', 'from_iso8601_timestamp', 'from_unixtime',
  'hour', 'last_day_of_month', 'millisecond', 'minute', 'month', 'now', 'quarter', 'second', 'to_unixtime', 'week',
  'week_of_year', 'with_timezone', 'year', 'year_of_week', 'yow',
  // Arrays and JSON
  'array_join', 'cardinality', 'contains', 'element_at', 'json_extract_scalar', 'sequence', 'unnest',
] as const;

export type EmulatedFunction = (typeof EMULATED_FUNCTIONS)[number];

/** Types that `cast` converts to as Trino does. */
export const EMULATED_TYPES: ReadonlySet<string> = new Set(
  'bigint boolean date decimal double int integer smallint timestamp tinyint varchar'.split(' '),
);
