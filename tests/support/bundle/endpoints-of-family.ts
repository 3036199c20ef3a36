import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig, TableSource } from '../../../shared/config/sources.ts';

const CSV: TableSource = { source: 'csv', key: 'data/table.csv' };
const SQL: TableSource = { source: 'sql', statement: 'select 1', parameters: ['from', 'to'] };

const DATASET = { ttl: 600_000, shared: false } as const;

const DATASETS: Readonly<Record<string, DatasetConfig>> = {
  athena: {
    ...DATASET,
    source: { source: 'athena', statement: 'select 1', parameters: ['from', 'to'], database: 'shop' },
    isBilled: true,
  },
  csvDataset: { ...DATASET, source: { source: 'csv', key: 'data/table.csv' } },
  sqlDataset: { ...DATASET, source: { source: 'sql', statement: 'select 1', parameters: ['to'] }, shared: true },
};

export const KINDS = ['csv', 'sql', 'json', 'shared', 'token', 'athena', 'csvDataset', 'sqlDataset'] as const;
export type Kind = (typeof KINDS)[number];

const endpointOf = (kind: Kind, tables: readonly string[]): Partial<EndpointConfig> => {
  const from = (source: TableSource) => Object.fromEntries(tables.map((table) => [table, source]));
  const fromDataset = (dataset: string): Partial<EndpointConfig> => ({
    tables: from({ source: 'dataset', dataset, selection: {} }),
    cache: DATASET,
  });
  const kinds: Readonly<Record<Kind, Partial<EndpointConfig>>> = {
    csv: { tables: from(CSV) },
    sql: { tables: from(SQL) },
    json: { tables: {}, document: { source: 'json', key: 'data/document.json' } },
    shared: { tables: from(CSV), cache: { ttl: 30_000, shared: true } },
    athena: fromDataset('athena'),
    csvDataset: fromDataset('csvDataset'),
    sqlDataset: fromDataset('sqlDataset'),
    token: { tables: from(CSV), tokens: [{ from: 'ssm', name: '/test/token' }] },
  };
  return kinds[kind];
};

/** Creates a dashboard with an endpoint `<shape>-<kind>` for each shape of a family and each kind. */
export const dashboardOf = async (family: string, kinds: readonly Kind[] = KINDS): Promise<DashboardConfig> => {
  const shapes = await loadShapes(family);
  const endpoints = shapes.flatMap(({ name, components, tables }) =>
    kinds.map((kind): [string, EndpointConfig] => [
      `${name}-${kind}`,
      {
        component: components[0] ?? '',
        shape: name,
        options: {},
        tokens: [],
        deadline: 5_000,
        tables: {},
        ...endpointOf(kind, Object.keys(tables)),
      },
    ]),
  );
  const datasets = Object.entries(DATASETS).filter(([name]) => (kinds as readonly string[]).includes(name));
  return {
    dashboard: 'test',
    family,
    version: 'test',
    timezone: 'UTC',
    endpoints: Object.fromEntries(endpoints),
    ...(datasets.length > 0 && { datasets: Object.fromEntries(datasets) }),
  };
};
