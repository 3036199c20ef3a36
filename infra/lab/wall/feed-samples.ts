import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { CsvSource, SqlSource, TableSource } from '../../../shared/config/sources.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { tablesOf } from '../../../shared/pipeline/bind-endpoints.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { type CatalogueEntry, loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import type { LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import type { Simulation, StatementResult, WallComponent } from './simulation.ts';

export const asksDatabase = ({ config: { tables } }: Pick<LoadedEndpoint, 'config'>): boolean =>
  Object.values(tables).some(({ source }) => source === 'sql');

const spread = (endpoints: readonly LoadedEndpoint[], count: number): readonly LoadedEndpoint[] => {
  const share = Math.min(1, count / endpoints.length);
  return endpoints.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
};

/**
 * Chooses a number of endpoints from all parts of the file, in its order, so that many families are among them. The
 * share of endpoints with SQL is the same as in the whole file.
 */
export const chooseEndpoints = (endpoints: readonly LoadedEndpoint[], count: number): readonly LoadedEndpoint[] => {
  const asking = endpoints.filter(asksDatabase);
  const askingCount = Math.round((Math.min(count, endpoints.length) * asking.length) / endpoints.length);
  const others = endpoints.filter((endpoint) => !asksDatabase(endpoint));
  const chosen = new Set([...spread(asking, askingCount), ...spread(others, count - askingCount)]);
  return endpoints.filter((endpoint) => chosen.has(endpoint));
};

type Fed = Pick<Simulation, 'components' | 'objects' | 'results'>;

const sampleOf = (table: string): string => (table === 'table' ? 'sample.csv' : `sample.${table}.csv`);

const readText = (entry: CatalogueEntry, file: string): Promise<string> => readFile(join(entry.folder, file), 'utf8');

const readOptions = async (entry: CatalogueEntry): Promise<EndpointConfig['options']> =>
  JSON.parse(await readText(entry, 'options.json').catch(() => '{}'));

/** Converts rows to the values that a database returns: text, or NULL for a blank cell. */
const resultOf = (text: string, definition: TableDefinition | undefined): StatementResult => {
  const { header, rows } = parseCsv(Buffer.from(text), {}, definition as TableDefinition);
  return { header, rows: rows.map((row) => row.map((cell) => (cell === '' || cell === null ? null : String(cell)))) };
};

/** Gives each table a name of its own, because other endpoints may read the same file or run the same statement. */
const renamed = (source: TableSource, name: string): CsvSource | SqlSource =>
  source.source === 'sql'
    ? {
        source: 'sql',
        statement: `select '${name}'`,
        parameters: [],
        ...(source.database && { database: source.database }),
      }
    : { source: 'csv', key: `${name}.csv` };

const feedTables = async (endpoint: LoadedEndpoint, entry: CatalogueEntry): Promise<Fed> => {
  const { slug, config } = endpoint;
  const options = await readOptions(entry);
  const definitions = tablesOf(entry.shape, { options });
  const objects: Record<string, string> = {};
  const results: Record<string, StatementResult> = {};
  const tables: Record<string, TableSource> = {};
  for (const [name, source] of Object.entries(config.tables)) {
    const text = await readText(entry, sampleOf(name));
    const fed = renamed(source, `${slug}.${name}`);
    tables[name] = fed;
    if (fed.source === 'sql') results[fed.statement] = resultOf(text, definitions[name]);
    else objects[fed.key] = text;
  }
  return { components: [componentOf(endpoint, { ...config, options, tables })], objects, results };
};

const feedDocument = async (endpoint: LoadedEndpoint, entry: CatalogueEntry): Promise<Fed> => {
  const key = `${endpoint.slug}.json`;
  const config: EndpointConfig = { ...endpoint.config, document: { source: 'json', key } };
  const objects = { [key]: await readText(entry, 'sample.json') };
  return { components: [componentOf(endpoint, config)], objects, results: {} };
};

const componentOf = (endpoint: LoadedEndpoint, config: EndpointConfig): WallComponent => {
  const { slug, family, path } = endpoint;
  const { reading: _, maxSkew: __, ...fed } = config;
  return { endpoint: slug, family, path, asksDatabase: asksDatabase(endpoint), config: { ...fed, tokens: [] } };
};

/**
 * Replaces the data of each endpoint by the catalogue's sample of its component, and removes tokens. The number of
 * source calls does not depend on the data.
 */
export const feedSamples = async (endpoints: readonly LoadedEndpoint[]): Promise<Fed> => {
  const catalogue = await loadCatalogue();
  const feed = (endpoint: LoadedEndpoint): Promise<Fed> => {
    const { family, config } = endpoint;
    const entry = catalogue.find((listed) => listed.family === family && listed.shape.name === config.shape);
    if (!entry) throw new Error(`the catalogue has no shape ${family}/${config.shape}`);
    return config.document ? feedDocument(endpoint, entry) : feedTables(endpoint, entry);
  };
  const fed = await Promise.all(endpoints.map(feed));
  return {
    components: fed.flatMap(({ components }) => components),
    objects: Object.assign({}, ...fed.map(({ objects }) => objects)),
    results: Object.assign({}, ...fed.map(({ results }) => results)),
  };
};
