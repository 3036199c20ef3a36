import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startDatabase } from '../../../infra/local/emulators/rds-data/database-image.ts';
import { emptyImage } from '../../../infra/local/emulators/rds-data/start-worker.ts';
import { NOW, select } from '../../support/folders/feed-selection.ts';

const TIMEZONE = 'America/New_York';

/** A row of the table: null is a blank cell. */
interface Order {
  readonly region: string | null;
  readonly status: string;
  readonly amount: number | null;
  readonly pieces: number | null;
  readonly at: number;
}

const order: fc.Arbitrary<Order> = fc.record({
  region: fc.constantFrom('North', 'South', 'süd', 'B', 'a', null),
  status: fc.constantFrom('paid', 'open', 'refunded'),
  amount: fc.option(fc.integer({ min: -99_999, max: 999_999 }).map((cents) => cents / 100)),
  pieces: fc.option(fc.integer({ min: 0, max: 9 })),
  // Eight days around the end of daylight saving time in New York.
  at: fc.integer({ min: -21 * 86_400, max: -20 * 86_400 + 7 * 86_400 }).map((seconds) => NOW + seconds * 1000),
});

const [ORDERS = []] = fc.sample(fc.array(order, { minLength: 400, maxLength: 400 }), { seed: 14, numRuns: 1 });

const csv = [
  'region,status,amount,pieces,at',
  ...ORDERS.map(({ region, status, amount, pieces, at }) =>
    [region ?? '', status, amount ?? '', pieces ?? '', new Date(at).toISOString()].join(),
  ),
].join('\n');

let database: PGlite;

beforeAll(async () => {
  database = await startDatabase(await emptyImage());
  await database.exec(
    'create table orders (line int, region text, status text, amount numeric, pieces numeric, at timestamptz)',
  );
  for (const [index, { region, status, amount, pieces, at }] of ORDERS.entries())
    await database.query('insert into orders values ($1, $2, $3, $4, $5, to_timestamp($6))', [
      index,
      region,
      status,
      amount,
      pieces,
      at / 1000,
    ]);
});

afterAll(() => database.close());

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(Number(value).toPrecision(12)) : value;

const rowsOf = async (sql: string): Promise<readonly (readonly unknown[])[]> => {
  const { rows } = await database.query<unknown[]>(sql, [], { rowMode: 'array' });
  return rows.map((row) => row.map(numeric));
};

const LOCAL = `(at at time zone '${TIMEZONE}')`;
const BY_LINE = 'order by min(line)';

describe('the SQL query that equals a selection', () => {
  test.each([
    [
      'columns: { r: region, s: { sum: amount }, n: { count: rows }, a: { average: amount }, l: { min: amount }, h: { max: amount }, d: { distinct: pieces } }',
      `select region, coalesce(sum(amount), 0), count(*), avg(amount), min(amount), max(amount), count(distinct pieces) from orders group by region ${BY_LINE}`,
    ],
    [
      'where: { status: { not: refunded }, amount: { atLeast: 100, below: 5000 } }, columns: { r: region, s: status, v: { sum: pieces } }',
      `select region, status, coalesce(sum(pieces), 0) from orders where status <> 'refunded' and amount >= 100 and amount < 5000 group by 1, 2 ${BY_LINE}`,
    ],
    [
      'columns: { r: region, p: { percent: pieces, of: amount }, q: { percent: rows, where: { status: [paid, open] } }, c: { sum: amount, where: { status: paid } } }',
      `select region, 100 * sum(pieces) / nullif(sum(amount), 0), 100.0 * count(*) filter (where status in ('paid', 'open')) / count(*), coalesce(sum(amount) filter (where status = 'paid'), 0) from orders group by 1 ${BY_LINE}`,
    ],
    [
      'columns: { d: { day: at }, n: { count: rows } }, sort: d',
      `select to_char(${LOCAL}, 'YYYY-MM-DD'), count(*) from orders group by 1 order by 1`,
    ],
    [
      'columns: { w: { week: at }, m: { month: at }, n: { sum: amount } }, sort: w',
      `select to_char(date_trunc('week', ${LOCAL}), 'YYYY-MM-DD'), to_char(${LOCAL}, 'YYYY-MM'), coalesce(sum(amount), 0) from orders group by 1, 2 order by 1, min(line)`,
    ],
    [
      'columns: { h: { hour: at }, n: { count: rows } }, sort: [-n, h]',
      `select to_char(${LOCAL}, 'HH24:00'), count(*) from orders group by 1 order by 2 desc, 1`,
    ],
    [
      'where: { region: { blank: false } }, columns: { r: region, v: { sum: amount } }, sort: [-v, r], limit: 3, rest: Rest',
      `with g as (select region, sum(amount) v, row_number() over (order by sum(amount) desc) n from orders where region is not null group by 1)
       select case when n < 3 then region else 'Rest' end, sum(v) from g group by 1, least(n, 3) order by least(n, 3)`,
    ],
    [
      'columns: { r: region, l: { last: status, by: at }, f: { first: status, by: at }, e: { last: amount } }',
      `select region, (array_agg(status order by at desc, line desc))[1], (array_agg(status order by at, line))[1], (array_agg(amount order by line desc) filter (where amount is not null))[1] from orders group by 1 ${BY_LINE}`,
    ],
    [
      'columns: { r: region, a: amount }, sort: [r, -a], limit: 40',
      'select region, amount from orders order by region collate "C" nulls last, amount desc nulls last, line limit 40',
    ],
    [
      'unpivot: [amount, pieces], columns: { n: $name, s: { sum: $value }, c: { count: rows, where: { $value: { above: 5 } } } }',
      "select 'amount', sum(amount), count(*) filter (where amount > 5) from orders union all select 'pieces', sum(pieces), count(*) filter (where pieces > 5) from orders",
    ],
    [
      'unique: true, columns: { s: status, p: pieces }, sort: [p, s]',
      'select distinct status, pieces from orders order by pieces nulls last, status',
    ],
  ])('a selection gives the same rows as its SQL query: %s', async (keys, sql) => {
    const { rows } = await select('Scripted Chart A', keys, csv, { timezone: TIMEZONE });
    expect(rows).toEqual(await rowsOf(sql));
  });

  test('a selection gives the same rows as its SQL query for times in an hour that occurs twice', async () => {
    const keys = 'columns: { series: status, x: { hour: at }, y: { count: rows } }, sort: [x, series]';
    const { rows } = await select('Line Chart 2', keys, csv, { timezone: TIMEZONE });
    const expected = await rowsOf(
      `select status, extract(epoch from date_trunc('hour', at)) * 1000, count(*), null, null from orders group by 1, 2 order by 2, 1`,
    );
    expect(rows).toEqual(expected.map(([status, ms, ...others]) => [status, Math.round(Number(ms)), ...others]));
  });

  test('a selection gives the same rows as its SQL query around a day of 25 hours', async () => {
    const keys = 'columns: { series: status, x: { day: at }, y: { count: rows } }, sort: [x, series]';
    const { rows } = await select('Line Chart 2', keys, csv, { timezone: TIMEZONE });
    const expected = await rowsOf(
      `select status, extract(epoch from date_trunc('day', at, '${TIMEZONE}')) * 1000, count(*), null, null from orders group by 1, 2 order by 2, 1`,
    );
    expect(rows.map(([, ms]) => ms)).toEqual(expected.map(([, ms]) => ms));
    expect(rows.map(([, , count]) => count)).toEqual(expected.map(([, , count]) => count));
  });

  test('a selection gives the same rows as its SQL query for a window', async () => {
    const request = { currentTime: NOW - 18 * 86_400_000, timePeriod: 24 * 60 };
    const keys = 'window: at, columns: { s: status, v: { sum: amount }, l: { last: pieces } }';
    const { rows } = await select('Scripted Chart A', keys, csv, { request });
    const to = `to_timestamp(${request.currentTime / 1000})`;
    expect(rows).toEqual(
      await rowsOf(
        `select status, sum(amount), (array_agg(pieces order by at desc, line desc) filter (where pieces is not null))[1] from orders where at > ${to} - interval '24 hours' and at <= ${to} group by 1 ${BY_LINE}`,
      ),
    );
  });
});
