/** @jest-environment node */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadDuckDb } from '../../infra/trino/dialect/duckdb.ts';
import { createFolder, type Folder } from '../support/folders/folder.ts';
import { askUntilRead } from '../support/requests/ask-json.ts';
import { type ServedDashboard, serveDashboard } from '../support/requests/serve-dashboard.ts';

const DAY_MS = 86_400_000;
const DAYS = [1, 2, 3].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10));

/** Orders of one day with values of many types, some of them missing. */
const ordersOf = (day: string): string => `
  select i as id, ['North', 'South', '北京', null][1 + i % 4] as region, i % 7 = 0 as paid,
    (i * 1234567 % 99999)::decimal(9, 2) / 4 as price, i::double / 3 as amount, (i % 5)::float / 7 as weight,
    9007199254740993 + i as big, date '${day}' - (i % 40)::integer as due, case when i % 3 > 0 then i end as seldom,
    timestamp '${day} 00:00:00' + to_milliseconds(i * 86399) as at
  from range(1000) t(i)`;

const COLUMNS = 'id, region, paid, price, amount, weight, big, due, seldom, at';
const mapOf = (columns: string): string => columns.replaceAll(/\w+/g, '$&: $&');

const SELECTIONS = [
  `component: Rows, columns: { ${mapOf(COLUMNS)} }, sort: id, limit: 400`,
  `component: Rows, columns: { ${mapOf('id, price, big, at')} }, where: { region: 北京, amount: { above: 100 } }, sort: id`,
  'component: 3D Pie Chart, columns: { name: due, value: { sum: price } }, where: { paid: true }, sort: -value, limit: 6',
  'component: Numeric Metric, columns: { value: { average: amount }, unit: { constant: EUR } }',
];

const LAKE = `select ${COLUMNS} from orders where at >= :from`;

const DASHBOARD = `
dashboard: nights
timezone: UTC
athena: { database: shop }
datasets:
  athena: { athena: '${LAKE}', window: { last: 7d }, cache: 10m }
  parquet: { parquet: { file: 'days/day={yyyy-MM-dd}/*.parquet', window: { of: at, last: 7d } }, cache: 10m }
endpoints:
${['athena', 'parquet'].flatMap((kind) => SELECTIONS.map((one, index) => `  ${kind}-${index}: { dataset: ${kind}, ${one} }`)).join('\n')}
`;

let folder: Folder;
let served: ServedDashboard;

beforeAll(async () => {
  folder = await createFolder();
  await folder.write('dashboard.yml', DASHBOARD);
  const { DuckDBInstance } = await loadDuckDb();
  const duck = await (await DuckDBInstance.create(':memory:', {})).connect();
  for (const day of DAYS) {
    await folder.write(`data/lake/orders/day=${day}/empty.txt`, '');
    await folder.write(`data/days/day=${day}/_empty.txt`, '');
    const file = join(folder.path, `data/lake/orders/day=${day}/part.parquet`);
    await duck.runAndReadAll(`copy (${ordersOf(day)}) to '${file}' (format parquet, row_group_size 300)`);
    await copyFile(file, join(folder.path, `data/days/day=${day}/part.parquet`));
  }
  duck.closeSync();
  served = await serveDashboard(folder.path);
});
afterAll(async () => {
  await served?.close();
  await folder.remove();
});

const ask = async (slug: string): Promise<string> => {
  const endpoint = served.dashboard.endpoints.find((listed) => listed.slug === slug);
  const response = await askUntilRead(`${served.url}${endpoint?.path}`);
  const body = await response.text();
  expect([slug, response.status, response.status === 200 ? '' : body]).toEqual([slug, 200, '']);
  return body;
};

test.each(SELECTIONS.map((selection, index) => [selection, index] as const))(
  'a packaged function that reads Parquet files sends the same bytes as one that queries them through Athena: %s',
  async (_, index) => {
    const [athena, parquet] = [await ask(`athena-${index}`), await ask(`parquet-${index}`)];
    expect(athena.length).toBeGreaterThan(20);
    expect(parquet).toBe(athena);
  },
);
