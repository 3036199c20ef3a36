import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { readYaml } from '../../../infra/dashboard/folder/read-yaml.ts';
import { readSelection } from '../../../infra/dashboard/selection/read-selection.ts';
import { loadDuckDb } from '../../../infra/trino/dialect/duckdb.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import { createJoinReader } from '../../../shared/sources/read-joins.ts';
import { selectResult } from '../../../shared/sources/select-rows.ts';
import { numberOrText, optional } from '../../../shared/tabular/column.ts';
import { freeTable } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';

const TABLE_DAYS = 12;
const SEED = 29;
const TABLES = 40;

/** A row of a random table: null is a blank cell. */
interface Sale {
  readonly region: string;
  readonly status: string;
  readonly amount: number | null;
  readonly pieces: number | null;
  readonly day: number;
}

const sale: fc.Arbitrary<Sale> = fc.record({
  region: fc.constantFrom('North', 'South', 'East'),
  status: fc.constantFrom('paid', 'open'),
  amount: fc.option(
    fc.integer({ min: -99_999, max: 999_999 }).map((cents) => cents / 100),
    { freq: 6 },
  ),
  pieces: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 6 }),
  day: fc.integer({ min: 1, max: TABLE_DAYS }),
});

const TABLE = freeTable(optional(numberOrText), optional(numberOrText));

const dayOf = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;

const csvOf = (sales: readonly Sale[]): string =>
  [
    'region,status,amount,pieces,at',
    ...sales.map(({ region, status, amount, pieces, day }) =>
      [region, status, amount ?? '', pieces ?? '', `${dayOf(day)} 08:00`].join(),
    ),
  ].join('\n');

const GOALS = { name: 'goals', key: 'goals.csv', file: 'goals.csv', on: [['region', 'code']] } as const;
const GOALS_CSV = 'code;title;goal\nNorth;N;100.5\nSouth;S;20\nWest;W;7\n';
const joined = [scanBytes(Buffer.from(GOALS_CSV), {}, createJoinReader(GOALS)).content];

const resultOf = (sales: readonly Sale[]): Table => ({
  header: ['region', 'status', 'amount', 'pieces', 'at'],
  origins: ['text', 'text', 'number', 'number', 'timestamp'],
  rows: sales.map(({ region, status, amount, pieces, day }) => [
    region,
    status,
    amount,
    pieces,
    `${dayOf(day)} 08:00:00`,
  ]),
  locate: (row) => ({ row: row + 1 }),
});

/** Joins rows with the goals, and selects by these keys. Does so from a file, and from the result of a query. */
const select = (keys: string, sales: readonly Sale[]) => {
  const text = `{ ${keys} }`;
  const { selection, problems } = readSelection(parseDocument(text).toJS(), [], readYaml(text).keysAt);
  if (!selection || problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const reader = bindSelection({ selection, join: [GOALS], joined }, TABLE, { timezone: 'UTC' }).reader({
    currentTime: Date.parse(`${dayOf(TABLE_DAYS)}T23:59:00Z`),
    timePeriod: 1,
  });
  return {
    csv: scanBytes(Buffer.from(csvOf(sales)), {}, reader).content.rows,
    sql: selectResult(resultOf(sales), reader).rows,
  };
};

type Connection = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof loadDuckDb>>['DuckDBInstance']['create']>>['connect']>
>;
let database: Connection;
let close = () => {};

beforeAll(async () => {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  database = await instance.connect();
  close = () => {
    database.closeSync();
    instance.closeSync();
  };
});
afterAll(() => close());

const sqlRow = ({ region, status, amount, pieces, day }: Sale, line: number): string =>
  `(${line}, '${region}', '${status}', ${amount ?? 'null'}::double, ${pieces ?? 'null'}::double, date '${dayOf(day)}')`;

const asNumber = (value: unknown): unknown => (value === null || Number.isNaN(Number(value)) ? value : Number(value));

const digits = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
const inDigits = (rows: readonly unknown[]): unknown => rows.map((row) => (row as unknown[]).map(digits));

/** Selections, each with the SQL query that gives the same rows. */
const EQUAL: readonly (readonly [title: string, keys: string, sql: string])[] = [
  [
    'median, percentile and deviation',
    'columns: { r: region, m: { median: amount }, p: { percentile: 95, of: amount }, q: { percentile: 12.5, of: pieces }, z: { percentile: 0, of: amount }, d: { deviation: amount } }',
    `select region, median(amount), quantile_cont(amount, 0.95), quantile_cont(pieces, 0.125), quantile_cont(amount, 0), stddev_samp(amount)
     from sales group by region order by min(line)`,
  ],
  [
    'percentiles of the rest, and values of else',
    'columns: { r: region, m: { median: amount, where: { status: paid }, else: -1 }, d: { deviation: amount, else: none } }, limit: 2, rest: Rest',
    `with g as (select region, dense_rank() over (order by first) as n, * exclude (region, first)
       from (select *, min(line) over (partition by region) as first from sales)), named as (
       select case when n < 2 or (select max(n) from g) <= 2 then region else 'Rest' end as region, * exclude (region) from g)
     select region, coalesce(quantile_cont(amount, 0.5) filter (where status = 'paid'), -1), coalesce(stddev_samp(amount)::varchar, 'none')
     from named group by region order by min(n)`,
  ],
  [
    'formulas',
    `columns: { r: region, s: { formula: sum(amount * pieces) }, q: { formula: 'sum(amount) / sum(pieces) * 100', else: 0 }, w: { formula: a - b, with: { a: { average: amount, else: 0 }, b: { median: pieces, where: { status: paid }, else: 0 } } }, m: { formula: 'round(max(amount / 3), 2)', else: none } }`,
    `select region, coalesce(sum(amount * pieces), 0), coalesce(sum(amount) / nullif(sum(pieces), 0) * 100, 0),
       coalesce(avg(amount), 0) - coalesce(median(pieces) filter (where status = 'paid'), 0), coalesce(round(max(amount / 3), 2)::varchar, 'none')
     from sales group by region order by min(line)`,
  ],
  [
    'a formula of each row as a group',
    'columns: { g: { formula: pieces * 2 - 1, else: -7 }, n: { count: rows } }',
    'select coalesce(pieces * 2 - 1, -7), count(*) from sales group by 1 order by min(line)',
  ],
  [
    'running totals and moving means',
    'columns: { r: region, d: { day: at }, s: { running: { sum: amount } }, n: { running: { count: rows, where: { status: paid } } }, m: { moving: { average: amount }, over: 3 }, t: { moving: { sum: amount }, over: 5 } }',
    `with g as (select region, day, sum(amount) as s, count(*) filter (where status = 'paid') as n, avg(amount) as m from sales group by all),
       f as (select region, min(line) as first from sales group by region)
     select region, strftime(day, '%Y-%m-%d'), sum(coalesce(s, 0)) over every, sum(n) over every, avg(m) over three, avg(coalesce(s, 0)) over five
     from g join f using (region)
     window every as (partition by region order by day rows unbounded preceding),
       three as (partition by region order by day range between interval 2 days preceding and current row),
       five as (partition by region order by day range between interval 4 days preceding and current row)
     order by first, day`,
  ],
  [
    'buckets without rows',
    'fill: 0, window: { of: at, last: 12d }, columns: { r: region, d: { day: at }, s: { sum: amount }, n: { running: { sum: pieces } }, m: { moving: { sum: amount }, over: 4 } }',
    `with f as (select region, min(line) as first from sales group by region),
       days as (select unnest(generate_series(date '2026-10-31', date '2026-11-12', interval 1 day))::date as day),
       g as (select region, day, coalesce(sum(amount), 0) as s, coalesce(sum(pieces), 0) as n from f cross join days left join sales using (region, day) group by all)
     select region, strftime(day, '%Y-%m-%d'), s, sum(n) over (partition by region order by day), avg(s) over (partition by region order by day rows 3 preceding)
     from g join f using (region) order by first, day`,
  ],
  [
    'earlier windows',
    `window: { of: at, last: 3d }, columns: { r: region, s: { sum: amount }, p: { sum: amount, earlier: 4d }, n: { count: rows, earlier: week }, d: { difference: { sum: pieces }, earlier: week }, c: { change: { sum: pieces }, earlier: 4d, else: none } }`,
    `with w as (select *, day > date '2026-11-09' as now, day between date '2026-11-06' and date '2026-11-08' as days, day between date '2026-11-03' and date '2026-11-05' as week from sales)
     select region, coalesce(sum(amount) filter (where now), 0), coalesce(sum(amount) filter (where days), 0), count(*) filter (where week),
       coalesce(sum(pieces) filter (where now), 0) - coalesce(sum(pieces) filter (where week), 0),
       coalesce((100 * (coalesce(sum(pieces) filter (where now), 0) - sum(pieces) filter (where days)) / nullif(sum(pieces) filter (where days), 0))::varchar, 'none')
     from w where now or days or week group by region order by min(line)`,
  ],
  [
    'a limit for each status',
    'columns: { s: status, r: region, v: { sum: amount } }, sort: [-v, r], limit: 2, per: s, rest: Rest',
    `with g as (select status, region, coalesce(sum(amount), 0) as v, min(line) as first from sales group by all),
       n as (select *, row_number() over (partition by status order by v desc, region) as n, count(*) over (partition by status) as size,
         min((-v, region, first)) over (partition by status) as best from g),
       t as (select status, case when n < 2 or size <= 2 then region else 'Rest' end as region, n >= 2 and size > 2 as is_rest, v, best, first from n)
     select status, region, sum(v) from t group by status, region, is_rest, best order by is_rest, case when is_rest then best end, sum(v) desc, region, min(first)`,
  ],
  [
    'a joined file',
    "where: { goals.title: { not: W } }, columns: { t: goals.title, s: { sum: amount }, g: { max: goals.goal }, q: { formula: 'sum(amount) / max(goals.goal)', else: none } }",
    `with goals(code, title, goal) as (values ('North', 'N', 100.5::double), ('South', 'S', 20), ('West', 'W', 7))
     select title, coalesce(sum(amount), 0), max(goal), coalesce((coalesce(sum(amount), 0) / max(goal))::varchar, 'none')
     from sales left join goals on region = code group by title order by min(line)`,
  ],
];

/** Sales whose mean of means has another last digit if the means are rounded first. */
const THIRDS: readonly Sale[] = [0, 0, 0, 7257.46].map((amount, index) => ({
  region: 'North',
  status: 'paid',
  amount,
  pieces: null,
  day: index === 2 ? 1 : 3,
}));

test.each(EQUAL)('a selection over random tables gives the rows of DuckDB: %s', async (_title, keys, sql) => {
  const tables = fc.array(sale, { minLength: 1, maxLength: 60 });
  const property = fc.asyncProperty(tables, async (sales: readonly Sale[]) => {
    const values = sales.map(sqlRow).join();
    const found = await database.runAndReadAll(
      `with sales(line, region, status, amount, pieces, day) as (values ${values}) select * from (${sql})`,
    );
    const expected = found.getRowsJson().map((row) => row.map(asNumber));
    const { csv, sql: ofResult } = select(keys, sales);
    expect(inDigits(csv)).toEqual(inDigits(expected));
    expect(inDigits(ofResult)).toEqual(inDigits(expected));
  });
  await fc.assert(property, { seed: SEED, numRuns: TABLES, examples: [[THIRDS]] });
});
