import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { type CatalogueEntry, loadCatalogue } from '../load-catalogue.ts';

/** A dashboard that uses all that a family's function can do, for it to compile. */
export interface Rehearsal {
  readonly config: DashboardConfig;
  /** What the S3 stand-in answers, by the objects' keys. */
  readonly objects: Readonly<Record<string, string>>;
}

const SQL = { source: 'sql', statement: 'select 1', parameters: ['from', 'to'] } as const;
const TOKEN = { from: 'ssm', name: '/rehearsal' } as const;

const endpointOf = ({ components, name }: Shape): Omit<EndpointConfig, 'tables'> => ({
  component: components[0] ?? '',
  shape: name,
  options: {},
  tokens: [],
  deadline: 5_000,
});

const rehearseShape = async ({ shape, folder }: CatalogueEntry) => {
  const endpoint = endpointOf(shape);
  const tablesFrom = <Source>(source: Source) =>
    Object.fromEntries(Object.keys(shape.tables).map((table) => [table, source]));
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '');
  const [csv, json] = [`${shape.name}.csv`, `${shape.name}.json`];
  return {
    objects: { [csv]: await read('sample.csv'), [json]: await read('sample.json') },
    endpoints: {
      [`${shape.name}-csv`]: { ...endpoint, tables: tablesFrom({ source: 'csv', key: csv } as const) },
      [`${shape.name}-json`]: { ...endpoint, tables: {}, document: { source: 'json', key: json } as const },
      [`${shape.name}-sql`]: { ...endpoint, tables: tablesFrom(SQL) },
      [`${shape.name}-token`]: { ...endpoint, tables: tablesFrom(SQL), tokens: [TOKEN] },
    } satisfies Record<string, EndpointConfig>,
  };
};

/** Plans requests for every shape of a family, from the samples in the shapes' folders. */
export const planRehearsal = async (family: string): Promise<Rehearsal> => {
  const shapes = (await loadCatalogue()).filter((entry) => entry.family === family);
  const parts = await Promise.all(shapes.map(rehearseShape));
  const endpoints = Object.assign({}, ...parts.map((part) => part.endpoints)) as DashboardConfig['endpoints'];
  return {
    config: { dashboard: 'rehearsal', timezone: 'UTC', endpoints },
    objects: Object.assign({}, ...parts.map((part) => part.objects)) as Rehearsal['objects'],
  };
};
