import { EMULATED_FUNCTIONS } from '../../../../dashboard/athena/functions.ts';

/** Words that DuckDB reserves, but that Trino allows as names of columns and tables. */
const RESERVED_ONLY_IN_DUCKDB =
  'analyse analyze anti asof asymmetric at authorization binary both by check collate collation column columns concurrently ' +
  'default deferrable desc describe do foreign freeze generated glob ilike initially isnull lambda lateral leading notnull ' +
  'only out overlaps pivot pivot_longer pivot_wider placing positional primary qualify references returning semi setof show ' +
  'similar struct summarize symmetric trailing unique unpack unpivot user variadic verbose window';

/** Reserved words that are syntax in a query, and are therefore never quoted. */
const SYNTAX = ['by', 'desc', 'lateral', 'window', 'both', 'leading', 'trailing', 'only'];

export const TRINO_NAMES = {
  functions: new Set<string>(EMULATED_FUNCTIONS),
  /** Names that are quoted in DuckDB's SQL. */
  quoted: new Set(RESERVED_ONLY_IN_DUCKDB.split(' ').filter((word) => !SYNTAX.includes(word))),
} as const;
