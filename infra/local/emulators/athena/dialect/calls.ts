import type { EmulatedFunction } from '../../../../dashboard/athena/functions.ts';

/** Writes a call in DuckDB's SQL. The arguments are translated already. */
export type WriteCall = (...args: readonly string[]) => string;

const rename =
  (name: string): WriteCall =>
  (...args) =>
    `${name}(${args.join(', ')})`;

/** Macros that have the name of the function, or another one, after `trino_`. */
const macro = (name: string): WriteCall => rename(`trino_${name}`);

const anyNull = (args: readonly string[]): string => args.map((arg) => `(${arg}) is null`).join(' or ');

/** Trino's greatest and least are NULL if one argument is. */
const nullIfAnyNull =
  (name: string): WriteCall =>
  (...args) =>
    `case when ${anyNull(args)} then null else ${name}(${args.join(', ')}) end`;

/** Functions with the same results in DuckDB under their own name. */
const SAME = [
  'abs', 'any_value', 'array_agg', 'bool_and', 'bool_or', 'cbrt', 'ceil', 'ceiling', 'chr', 'coalesce', 'concat_ws',
  'contains', 'corr', 'count', 'count_if', 'cume_dist', 'degrees', 'dense_rank', 'exp', 'first_value', 'floor', 'grouping',
  'lag', 'last_value', 'lead', 'length', 'ln', 'log', 'log10', 'log2', 'lower', 'lpad', 'max', 'max_by', 'min', 'min_by',
  'now', 'nth_value', 'ntile', 'nullif', 'percent_rank', 'pi', 'pow', 'power', 'radians', 'rank', 'regexp_extract_all',
  'reverse', 'row_number', 'rpad', 'sqrt', 'starts_with', 'stddev', 'stddev_pop', 'stddev_samp', 'strpos', 'sum', 'translate',
  'try', 'unnest', 'upper', 'var_pop', 'var_samp', 'variance', 'cast', 'try_cast', 'extract', 'position', 'avg',
] as const; // biome-ignore format: a list of names

/** Functions whose macro differs from their name. */
const RENAMED: Readonly<Partial<Record<EmulatedFunction, WriteCall>>> = {
  arbitrary: rename('any_value'),
  array_sort: rename('list_sort'),
  cardinality: rename('len'),
  codepoint: rename('unicode'),
  every: rename('bool_and'),
  geometric_mean: rename('geomean'),
  is_finite: rename('isfinite'),
  is_infinite: rename('isinf'),
  is_nan: rename('isnan'),
  levenshtein_distance: rename('levenshtein'),
  regexp_like: rename('regexp_matches'),
  regexp_split: rename('regexp_split_to_array'),
  split: rename('string_split'),
  truncate: rename('trunc'),
  at_timezone: macro('zoned'),
  with_timezone: macro('from_local'),
  substring: macro('substr'),
  day_of_month: macro('day'),
  dow: macro('day_of_week'),
  doy: macro('day_of_year'),
  week_of_year: macro('week'),
  yow: macro('year_of_week'),
  concat: (...args) => `(${args.map((arg) => `(${arg})`).join(' || ')})`,
  greatest: nullIfAnyNull('greatest'),
  least: nullIfAnyNull('least'),
  if: (condition, then, otherwise = 'null') => `case when ${condition} then ${then} else ${otherwise} end`,
  approx_distinct: (value) => `count(distinct ${value})`,
  approx_percentile: (value, percentage) => `quantile_disc(${value}, ${percentage})`,
};

const SAME_NAMES: ReadonlySet<string> = new Set(SAME);

/** Returns how a function of the list is called in DuckDB. */
export const writeCall = (name: string): WriteCall => {
  if (SAME_NAMES.has(name)) return rename(name);
  return RENAMED[name as EmulatedFunction] ?? macro(name);
};
