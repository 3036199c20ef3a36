import type { Problem } from './diagnostic.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The keys of a selection, with the words of SQL that do the same. */
const IN_SQL: Readonly<Record<string, string>> = {
  columns: 'select the columns that the component reads',
  where: 'where ...',
  window: 'where at between :from and :to',
  unpivot: "select 'cpu', cpu from t union all select 'memory', memory from t",
  sort: 'order by ...',
  limit: 'limit ...',
  rest: "case when rank <= 5 then name else 'Others' end",
  unique: 'select distinct ...',
  header: 'name the columns with as',
  dates: "to_timestamp(at, 'DD/MM/YYYY HH24:MI')",
};

/** Returns the problem of a selection's key that stands beside `csv` or `sql` instead of inside. */
export const misplacedKey = (key: string, map: unknown): Problem | undefined => {
  const sql = IN_SQL[key];
  const { csv, json, sql: statement } = Object(map) as Fields;
  if (sql === undefined) return undefined;
  if (statement !== undefined) {
    return { message: `${key} is for CSV files, and this source is SQL`, hint: `write it in SQL: ${sql}` };
  }
  if (csv !== undefined)
    return { message: `${key} stands beside csv`, hint: `write it inside: csv: { file: ..., ${key}: ... }` };
  if (json === undefined) return undefined;
  return { message: `${key} stands beside json`, hint: `write it inside: json: { file: ..., rows: ..., ${key}: ... }` };
};
