import { describe, expect, test } from '@jest/globals';
import { loadCatalogue } from '../../../../infra/build/catalogue/load-catalogue.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { ENDPOINT_KEYS, namedTables, ROW_KEYS } from '../../../../infra/dashboard/endpoints/check-endpoint-keys.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const FILES = { 'data/orders.csv': 'region,amount\nEast,7\n' };

const load = async (...lines: readonly string[]) => {
  const folder = await writeFolder({ ...FILES, 'dashboard.yml': `dashboard: shop\n${lines.join('\n')}\n` });
  const dashboard = await loadDashboard(folder);
  return {
    ...dashboard,
    config: (slug: string) => dashboard.endpoints.find((endpoint) => endpoint.slug === slug)?.config,
  };
};

const PIE = 'component: 3D Pie Chart, columns: { name: region, value: amount }';

describe('compiling a dataset', () => {
  test('a query through Athena is compiled with those settings of the dashboard that the dataset does not replace', async () => {
    const { datasets, errors } = await load(
      'athena: { workgroup: walls, database: shop, scan: 2.5 GB, data: s3://lake/shop, results: s3://lake-results/a }',
      'stale: 2h',
      'datasets:',
      '  sales:',
      '    athena: select region, amount from orders where day >= date(:from) and at between :from and :to;',
      '  days:',
      '    athena: select 1 as region, 2 as amount',
      '    workgroup: own',
      '    database: days',
      '    catalog: other',
      '    scan: 10 MB',
      "    data: ['s3://days/']",
      '    window: { last: today }',
      '    cache: { ttl: 1h, shared: true }',
      '    stale: 0s',
      'endpoints:',
      `  pie: { dataset: sales, ${PIE} }`,
    );
    expect(errors).toEqual([]);
    expect(datasets).toEqual({
      sales: {
        config: {
          source: {
            source: 'athena',
            statement: 'select region, amount from orders where day >= date(?) and at between ? and ?',
            parameters: ['from', 'from', 'to'],
            workgroup: 'walls',
            database: 'shop',
          },
          ttl: 600_000,
          shared: false,
          isBilled: true,
          stale: 7_200_000,
        },
        scan: 2_500_000_000,
        data: ['s3://lake/shop/'],
        results: 's3://lake-results/a/',
      },
      days: {
        config: {
          source: {
            source: 'athena',
            statement: 'select 1 as region, 2 as amount',
            parameters: [],
            workgroup: 'own',
            database: 'days',
            catalog: 'other',
          },
          window: { last: 'today' },
          ttl: 3_600_000,
          shared: true,
          isBilled: true,
        },
        scan: 10_000_000,
        data: ['s3://days/'],
        results: 's3://lake-results/a/',
      },
    });
  });

  test('a query of the database and a file are compiled to datasets', async () => {
    const { datasets } = await load(
      'datasets:',
      '  stock: { sql: "select region, amount from t where at > :from", window: { atMost: 1d } }',
      '  orders: { csv: { file: orders.csv, where: { region: East }, delimiter: "," }, cache: 5s, stale: 1h }',
      'endpoints:',
      `  pie: { dataset: stock, ${PIE} }`,
    );
    expect(datasets).toEqual({
      stock: {
        config: {
          source: { source: 'sql', statement: 'select region, amount from t where at > :from', parameters: ['from'] },
          window: { atMost: 86_400_000 },
          ttl: 60_000,
          shared: false,
        },
      },
      orders: {
        config: {
          source: {
            source: 'csv',
            key: 'shop/orders.csv',
            delimiter: ',',
            selection: { where: [{ column: 'region', tests: [{ is: 'any', of: ['East'] }] }] },
          },
          ttl: 5000,
          shared: false,
          stale: 3_600_000,
        },
      },
    });
  });

  test('a query may scan 1 GB unless dashboard.yml sets another limit', async () => {
    const { datasets } = await load(
      "datasets: { sales: { athena: 'select 1 as region, 2 as amount', database: shop } }",
      `endpoints: { pie: { dataset: sales, ${PIE} } }`,
    );
    expect(datasets.sales).toMatchObject({ scan: 1_000_000_000 });
    expect(datasets.sales).not.toHaveProperty('data');
  });
});

describe('an endpoint over a dataset', () => {
  const DATASETS = [
    'datasets:',
    '  sales: { sql: "select region, amount, at from t", cache: { ttl: 5m, shared: true }, stale: 1h }',
    '  stock: { sql: "select region, amount from u", cache: 2m, stale: 30m }',
    '  broken: { sql: "select from where" }',
    'endpoints:',
  ];

  test('an endpoint over a dataset selects its table from the dataset', async () => {
    const { config, endpoints } = await load(
      ...DATASETS,
      `  pie: { dataset: sales, where: { region: East }, window: at, dates: seconds, sort: -value, limit: 3, ${PIE} }`,
    );
    expect(endpoints[0]?.source).toBe('dataset sales');
    expect(config('pie')?.tables).toEqual({
      table: {
        source: 'dataset',
        dataset: 'sales',
        dates: 'seconds',
        selection: {
          where: [{ column: 'region', tests: [{ is: 'any', of: ['East'] }] }],
          window: { of: 'at' },
          columns: [
            { name: 'name', source: { from: 'cell', of: 'region' } },
            { name: 'value', source: { from: 'cell', of: 'amount' } },
          ],
          sort: [{ column: 'value', descending: true }],
          limit: 3,
        },
      },
    });
  });

  test('an endpoint caches for as long as the rows of its dataset stay the same, even if the dashboard caches for less', async () => {
    const { config } = await load('cache: 10s', 'stale: 1d', ...DATASETS, `  pie: { dataset: sales, ${PIE} }`);
    expect(config('pie')).toMatchObject({ cache: { ttl: 300_000, shared: true }, stale: 3_600_000 });
  });

  test('an endpoint over a dataset may have a cache of its own', async () => {
    const { config } = await load(...DATASETS, `  pie: { dataset: sales, cache: 0s, stale: 2h, ${PIE} }`);
    expect(config('pie')).not.toHaveProperty('cache');
    expect(config('pie')).toMatchObject({ stale: 7_200_000 });
  });

  const NODES = 'nodes: { dataset: sales, columns: { id: region, name: region } }';
  const net = (links: string) => `  net: { component: 3D Sankey Diagram, ${NODES}, links: ${links} }`;
  const LINKS = 'columns: { from: region, to: region, weight: amount }';

  test.each([
    ['two datasets', `{ dataset: stock, ${LINKS} }`, { cache: { ttl: 120_000, shared: false }, stale: 1_800_000 }],
    [
      'a file beside a dataset',
      `{ csv: { file: orders.csv, ${LINKS} } }`,
      { cache: { ttl: 10_000, shared: false }, stale: 60_000 },
    ],
  ])('an endpoint caches for as long as the strictest of its tables allows: %s', async (_, links, expected) => {
    const { config, errors } = await load('cache: 10s', 'stale: 1m', ...DATASETS.toSpliced(3, 1), net(links));
    expect(errors).toEqual([]);
    expect(config('net')).toMatchObject(expected);
  });

  test('an endpoint does not cache if one of its tables is a file and the dashboard does not cache', async () => {
    const { config } = await load(...DATASETS, net(`{ csv: { file: orders.csv, ${LINKS} } }`));
    expect(config('net')).toBeDefined();
    expect(config('net')).not.toHaveProperty('cache');
  });

  test('an endpoint whose dataset is invalid is not served, and other endpoints are', async () => {
    const { endpoints, datasets, blockedBy } = await load(
      ...DATASETS,
      `  pie: { dataset: broken, ${PIE} }`,
      `  good: { dataset: sales, ${PIE} }`,
    );
    expect(blockedBy).toEqual([]);
    expect(Object.keys(datasets)).toEqual(['sales', 'stock']);
    expect(endpoints.map(({ slug }) => slug)).toEqual(['good']);
  });
});

test('no table of a component has the name of a key of an endpoint', async () => {
  const tables = (await loadCatalogue()).flatMap(({ shape }) => namedTables(shape));
  const keys: readonly string[] = [...ENDPOINT_KEYS, ...ROW_KEYS];
  expect(tables.filter((name) => keys.includes(name))).toEqual([]);
});
