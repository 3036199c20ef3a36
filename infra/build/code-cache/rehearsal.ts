import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { DashboardConfig, EndpointConfig, TableSource } from '../../../shared/config/dashboard-config.ts';
import { type CatalogueEntry, loadCatalogue } from '../load-catalogue.ts';

/** A dashboard that uses all that a family's function can do, for it to compile. */
export interface Rehearsal {
  readonly config: DashboardConfig;
  /** What the S3 stand-in answers, by the objects' keys. */
  readonly objects: Readonly<Record<string, string>>;
}

const SQL = { source: 'sql', statement: 'select 1', parameters: ['from', 'to'] } as const;
const CACHE = { ttl: 30_000, shared: true } as const;
const TOKEN = { from: 'ssm', name: '/rehearsal' } as const;

/** `sample.csv` is the table called `table`, `sample.<table>.csv` any other. */
const sampleOf = (table: string): string => (table === 'table' ? 'sample.csv' : `sample.${table}.csv`);

const tablesFrom = ({ tables }: Shape, source: (table: string) => TableSource) =>
  Object.fromEntries(Object.keys(tables).map((table) => [table, source(table)]));

const rehearseShape = async ({ shape, folder }: CatalogueEntry) => {
  const keyOf = (file: string): string => `${shape.name}-${file}`;
  const files = ['sample.json', ...Object.keys(shape.tables).map(sampleOf)];
  const read = (file: string, absent: string) => readFile(join(folder, file), 'utf8').catch(() => absent);
  const endpoint = {
    component: shape.components[0] ?? '',
    shape: shape.name,
    options: JSON.parse(await read('options.json', '{}')),
    tokens: [],
    deadline: 5_000,
  } satisfies Partial<EndpointConfig>;
  const fromCsv = tablesFrom(shape, (table) => ({ source: 'csv', key: keyOf(sampleOf(table)) }));
  const fromSql = tablesFrom(shape, () => SQL);
  return {
    objects: Object.fromEntries(
      await Promise.all(files.map(async (file) => [keyOf(file), await read(file, '')] as const)),
    ),
    endpoints: {
      [`${shape.name}-csv`]: { ...endpoint, tables: fromCsv },
      [`${shape.name}-json`]: { ...endpoint, tables: {}, document: { source: 'json', key: keyOf('sample.json') } },
      [`${shape.name}-sql`]: { ...endpoint, tables: fromSql },
      [`${shape.name}-shared`]: { ...endpoint, tables: fromCsv, cache: CACHE },
      [`${shape.name}-token`]: { ...endpoint, tables: fromSql, tokens: [TOKEN] },
    } satisfies Record<string, EndpointConfig>,
  };
};

/** Plans requests for every shape of a family, from the samples in the shapes' folders. */
export const planRehearsal = async (family: string): Promise<Rehearsal> => {
  const shapes = (await loadCatalogue()).filter((entry) => entry.family === family);
  const parts = await Promise.all(shapes.map(rehearseShape));
  const endpoints = Object.assign({}, ...parts.map((part) => part.endpoints)) as DashboardConfig['endpoints'];
  return {
    config: { dashboard: 'rehearsal', family: 'rehearsal', version: 'rehearsal', timezone: 'UTC', endpoints },
    objects: Object.assign({}, ...parts.map((part) => part.objects)) as Rehearsal['objects'],
  };
};
