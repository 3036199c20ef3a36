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

test(`a wall of ${COMPONENTS} components in ${ENVIRONMENTS} environments, which start one after the other, reads one set of pages a slot`, async () => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: shop
hosts: { api: { url: '${api.url}', plain: true } }
datasets:
  rows: { http: { host: api, path: /rows, pages: { page: page } }, cache: { ttl: 1h, shared: true } }
endpoints:
  pie: { component: 3D Pie Chart, dataset: rows, columns: { name: page, value: n } }
`,
  });
  const { datasets } = await loadDashboard(folder);
  const config = { timezone: 'UTC', datasets: { rows: datasets.rows?.config as never } };
  const openTable = async (dataset: string) => createCacheTable('answers', datasetFamily(dataset));
  const source: TableSource = { source: 'dataset', dataset: 'rows', selection: {} };
  const table = bindTable(source, ANY_COLUMNS, { timezone: 'UTC' });
  const readAll = (read: ReturnType<typeof createDatasets>) =>
    Array.from({ length: COMPONENTS }, () =>
      read(table, {
        window: { currentTime: Date.now(), timePeriod: 30 },
        deadline: createDeadline(performance.now() + 30_000),
        budget: UNLIMITED,
        objects: undefined,
      }),
    );
  const results = [];
  for (let environment = 0; environment < ENVIRONMENTS; environment += 1) {
    const read = createDatasets({ config, memory: createMemory(), openTable });
    results.push(...(await Promise.all(readAll(read))));
  }
  expect(results.map(({ table: { rows } }) => rows.length)).toEqual(Array(ENVIRONMENTS * COMPONENTS).fill(3));
  expect(api.requests.map(({ url }) => url.search)).toEqual(['?page=1', '?page=2', '?page=3', '?page=4']);
});
