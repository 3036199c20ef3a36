/** @jest-environment node */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildFunctions } from '../../infra/build/bundling/build-functions.ts';
import { loadDashboard } from '../../infra/dashboard/definition/load-dashboard.ts';
import { createGateway } from '../../infra/local/gateway/create-gateway.ts';
import { type Stack, startStack } from '../../infra/local/start-stack.ts';
import { type Listening, listen } from '../support/cloud/listen.ts';
import { writeFolder } from '../support/folders/write-folder.ts';
import { describeWithMysql } from '../support/mysql-server.ts';
import { askJson } from '../support/requests/ask-json.ts';

const REGIONS = ['North', 'South', '华东', 'é', ''];
const STATUSES = ['paid', 'open', 'refunded'];
const ROW_COUNT = 60;

/** Creates the same rows for both engines, around the end of summer time in New York and at this hour. */
const seedsOf = (timeType: string): string => {
  const rows = Array.from({ length: ROW_COUNT }, (_, row) => {
    const region = REGIONS[row % REGIONS.length];
    const amount = row % 11 === 0 ? 'null' : ((row * 7919) % 100_000) / 100;
    const hour = new Date(Date.UTC(2026, 9, 31, 20) + row * 1_860_000).toISOString().slice(0, 19).replace('T', ' ');
    const day = hour.slice(0, 10);
    return `(${row}, '${region}', '${STATUSES[row % 3]}', ${amount}, ${row % 7}, '${hour}', '${day}', '2026-01-0${(row % 9) + 1}')`;
  });
  return [
    `create table orders (id int primary key, region varchar(20), status varchar(20), amount decimal(12,2), pieces int, at ${timeType}, day date, text_day varchar(20));`,
    `insert into orders values ${rows.join(',\n')};`,
    'create table regions (name varchar(20), manager varchar(20));',
    "insert into regions values ('North', 'Ann'), ('South', 'Bo'), ('华东', '李');",
  ].join('\n');
};

const QUERIES: readonly string[] = [
  'select * from orders order by id',
  'select id, region, status, amount, pieces, at, day from orders order by id',
  "select id, region, status, amount, pieces, at, day from orders where status = 'paid' order by id",
  'select id, region, status, amount, pieces, at, day from orders where amount > 200 and pieces between 1 and 4 order by id',
  "select id, coalesce(region, 'x') as region, upper(status) as status, amount * 2 as amount, pieces + 1 as pieces, at, day from orders order by id desc",
  'select max(id) as id, region, status, sum(amount) as amount, sum(pieces) as pieces, max(at) as at, min(day) as day from orders group by region, status order by 1',
  'select max(id) as id, region, min(status) as status, max(amount) as amount, count(*) as pieces, min(at) as at, max(day) as day from orders group by region having count(*) > 2 order by 1',
  'select o.id, r.manager as region, o.status, o.amount, o.pieces, o.at, o.day from orders o join regions r on r.name = o.region order by o.id',
  "select o.id, coalesce(r.manager, 'nobody') as region, o.status, o.amount, o.pieces, o.at, o.day from orders o left join regions r on r.name = o.region order by o.id",
  "with paid as (select * from orders where status = 'paid') select id, region, status, amount, pieces, at, day from paid order by id",
  "select id, region, status, amount, pieces, at, day from orders where region in ('North', '华东') union all select id + 100, region, status, amount, pieces, at, day from orders where id < 3 order by id",
  "select id, region, case when amount > 500 then 'big' else 'small' end as status, amount, pieces, at, day from orders order by id limit 20",
  'select id, region, status, cast(rank() over (order by id) as decimal(10,0)) as amount, row_number() over (partition by region order by id) as pieces, at, day from orders order by id',
  'select id, region, status, sum(amount) over (partition by status order by id rows between 2 preceding and current row) as amount, pieces, at, day from orders order by id',
  'select distinct 1 as id, region, status, 1.50 as amount, pieces, at, day from orders where id < 15 order by at',
  "select id, replace(region, 'o', '0') as region, substring(status, 1, 2) as status, round(amount, 1) as amount, length(status) as pieces, at, day from orders order by id",
  'select id, region, status, nullif(amount, 79.19) as amount, abs(pieces - 3) as pieces, at, day from orders order by id limit 10 offset 5',
  "select id, region, status, amount, pieces, at, day from orders where at >= timestamp '2026-11-01 01:00:00' order by id",
  'select id, region, status, amount, mod(pieces, 3) as pieces, at, day from orders where exists (select 1 from regions where name = region) order by id',
  'select id, trim(region) as region, lower(status) as status, amount, pieces, at, day from orders where at < :to order by id',
];

const SELECTIONS: readonly object[] = [
  {},
  { where: { status: 'paid' }, limit: 7 },
  { columns: { region: 'region', total: { sum: 'amount' }, n: { count: 'rows' } } },
  { columns: { status: 'status', most: { max: 'amount' }, least: { min: 'pieces' } }, sort: 'status' },
  { columns: { name: 'id', day: 'day', at: 'at' }, sort: '-name', limit: 9 },
  { columns: { hour: { time: 'at' }, total: { sum: 'pieces' } } },
  { columns: { day: { day: 'at' }, total: { sum: 'amount' }, n: { count: 'rows' } } },
  { columns: { month: { month: 'at' }, pieces: { average: 'pieces' } } },
  { columns: { region: 'region', share: { percent: 'pieces', of: 'id' } } },
  { where: { pieces: '> 2' }, columns: { id: 'id', amount: 'amount', region: 'region' }, limit: 12 },
];

const ENDPOINTS = QUERIES.flatMap((sql, query) =>
  SELECTIONS.map((selection, index) => [`q${query}-s${index}`, { component: 'Rows', sql, ...selection }] as const),
);

const HEAD = { dashboard: 'both', timezone: 'Asia/Shanghai' };

const startEngine = async (database: object, timeType: string) => {
  const definition = { ...HEAD, database, endpoints: Object.fromEntries(ENDPOINTS) };
  const folder = await writeFolder({
    'dashboard.yml': JSON.stringify(definition),
    'data/orders.sql': seedsOf(timeType),
  });
  const dashboard = await loadDashboard(folder);
  if (dashboard.errors.length > 0)
    throw new Error(dashboard.errors.map(({ message, hint }) => `${message} (${hint})`).join('\n'));
  const gateway = createGateway();
  const { folder: bundles } = await buildFunctions({ families: ['rows'] });
  const [log, { signal }] = [() => undefined, new AbortController()];
  const stack = await startStack({ folder, bundles, gateway, log, report: log, signal });
  await stack.deploy(dashboard);
  return { stack, served: await listen(gateway.server) };
};

describeWithMysql('PostgreSQL and MySQL', () => {
  const timezone = 'America/New_York';
  const engines: { readonly stack: Stack; readonly served: Listening }[] = [];

  beforeAll(async () => {
    engines.push(await startEngine({ timezone }, 'timestamp'));
    engines.push(await startEngine({ engine: 'mysql', timezone }, 'datetime'));
  });
  afterAll(async () => {
    for (const { stack, served } of engines) {
      await served.close();
      await stack.close();
    }
  });

  test('there are 200 queries with selections', () => {
    expect(ENDPOINTS).toHaveLength(200);
  });

  test.each(ENDPOINTS)('the query and selection %s has the same body from both engines', async (slug) => {
    const [one, other] = await Promise.all(
      engines.map(async ({ served }) => {
        const response = await askJson(`${served.url}/rows/${slug}`);
        return { status: response.status, body: await response.text() };
      }),
    );
    expect(one).toEqual({ status: 200, body: expect.anything() });
    expect(other).toEqual(one);
  });
});
