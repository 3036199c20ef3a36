/** @jest-environment node */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { createCacheTable } from '../../../../shared/cache/cache-table.ts';
import { createMemory } from '../../../../shared/cache/create-memory.ts';
import { datasetFamily } from '../../../../shared/cache/variants.ts';
import type { TableSource } from '../../../../shared/config/sources.ts';
import { createDatasets } from '../../../../shared/datasets/create-datasets.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import { bindTable } from '../../../../shared/sources/bind-table.ts';
import { startCacheTable } from '../../../support/cloud/start-cache-table.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Api, startApi } from '../../../support/http/start-api.ts';

const ENVIRONMENTS = 16;
const COMPONENTS = 20;
/** Time of a call to the table under load, which is longer than calls to it usually may take. */
const SLOW_MS = 1_500;

let api: Api;
let store: Awaited<ReturnType<typeof startCacheTable>>;
beforeAll(async () => {
  process.env.WALLFEED_STAGE = 'local';
  api = await startApi(({ url }) => ({
    json: [{ page: url.searchParams.get('page'), n: 1 }].slice(Number(url.searchParams.get('page')) > 3 ? 1 : 0),
  }));
  store = await startCacheTable('answers');
});
afterAll(async () => {
  await api.close();
  await store.close();
});

/** Creates the components of a wall over one API. Each environment reads the rows once for all of its components. */
const createWall = async (path: string) => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: shop
hosts: { api: { url: '${api.url}', plain: true } }
datasets:
  rows: { http: { host: api, path: ${path}, pages: { page: page } }, cache: { ttl: 1h, shared: true } }
endpoints:
  pie: { component: 3D Pie Chart, dataset: rows, columns: { name: page, value: n } }
`,
  });
  const { datasets } = await loadDashboard(folder);
  const config = { timezone: 'UTC', datasets: { rows: datasets.rows?.config as never } };
  const openTable = async (dataset: string) => createCacheTable('answers', datasetFamily(dataset));
  const source: TableSource = { source: 'dataset', dataset: 'rows', selection: {} };
  const table = bindTable(source, ANY_COLUMNS, { timezone: 'UTC' });
  return () => {
    const read = createDatasets({ config, memory: createMemory(), openTable });
    const one = () =>
      read(table, {
        window: { currentTime: Date.now(), timePeriod: 30 },
        deadline: createDeadline(performance.now() + 60_000),
        budget: UNLIMITED,
        objects: undefined,
      });
    return Promise.all(Array.from({ length: COMPONENTS }, one));
  };
};

const WALL = `a wall of ${COMPONENTS} components in ${ENVIRONMENTS} environments`;
const PAGES = ['?page=1', '?page=2', '?page=3', '?page=4'];
const pagesOf = (path: string) => api.requests.filter(({ url }) => url.pathname === path).map(({ url }) => url.search);

const expectRows = (results: readonly Awaited<ReturnType<Awaited<ReturnType<typeof createWall>>>>[]): void =>
  expect(results.flat().map(({ table: { rows } }) => rows.length)).toEqual(Array(ENVIRONMENTS * COMPONENTS).fill(3));

test(`${WALL}, which start one after the other, reads one set of pages a slot`, async () => {
  const start = await createWall('/rows');
  const results = [];
  for (let environment = 0; environment < ENVIRONMENTS; environment += 1) results.push(await start());
  expectRows(results);
  expect(pagesOf('/rows')).toEqual(PAGES);
});

test(`${WALL}, which ask at once while the shared table answers slowly, reads one set of pages a slot`, async () => {
  const start = await createWall('/at-once');
  store.fail({ delay: SLOW_MS, times: Number.POSITIVE_INFINITY });
  expectRows(await Promise.all(Array.from({ length: ENVIRONMENTS }, start)));
  store.clearFaults();
  expect(pagesOf('/at-once')).toEqual(PAGES);
});
