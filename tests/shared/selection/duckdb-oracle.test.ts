import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { readYaml } from '../../../infra/dashboard/folder/read-yaml.ts';
import { readSelection } from '../../../infra/dashboard/selection/read-selection.ts';
import { loadDuckDb } from '../../../infra/trino/dialect/duckdb.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import { numberOrText, optional } from '../../../shared/tabular/column.ts';
import { freeTable } from '../../../shared/tabular/define-table.ts';

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

/** Selects rows by the keys of a csv map. */
const select = (keys: string, sales: readonly Sale[]): readonly unknown[] => {
  const text = `{ ${keys} }`;
  const { selection, problems } = readSelection(parseDocument(text).toJS(), [], readYaml(text).keysAt);
  if (!selection || problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const reader = bindSelection({ selection }, TABLE, { timezone: 'UTC' }).reader({
    currentTime: Date.parse(`${dayOf(TABLE_DAYS)}T23:59:00Z`),
    timePeriod: 1,
  });
  return scanBytes(Buffer.from(csvOf(sales)), {}, reader).content.rows;
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

const digits = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
const inDigits = (rows: readonly unknown[]): unknown => rows.map((row) => (row as unknown[]).map(digits));

/** A selection, and the SQL query that gives the same rows. */
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
];

test.each(EQUAL)('a selection over random tables gives the rows of DuckDB: %s', async (_title, keys, sql) => {
  const tables = fc.array(sale, { minLength: 1, maxLength: 60 });
  const property = fc.asyncProperty(tables, async (sales) => {
    const values = sales.map(sqlRow).join();
    const found = await database.runAndReadAll(
      `with sales(line, region, status, amount, pieces, day) as (values ${values}) select * from (${sql})`,
    );
    const expected = found
      .getRowsJson()
      .map((row) =>
        row.map((value) => (value === 'none' || Number.isNaN(Number(value)) || value === null ? value : Number(value))),
      );
    expect(inDigits(select(keys, sales))).toEqual(inDigits(expected));
  });
  await fc.assert(property, { seed: SEED, numRuns: TABLES });
});
