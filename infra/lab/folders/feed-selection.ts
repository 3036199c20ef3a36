import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partsOf } from '../../../shared/config/sources.ts';
import { scanBytes, tableOf } from '../../../shared/csv/parse-csv.ts';
import { type Detail, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { bindEndpoints, type Endpoint } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../../shared/pipeline/make-body.ts';
import type { TimeWindow } from '../../../shared/selection/window.ts';
import type { BoundTable, FileReader } from '../../../shared/sources/bind-table.ts';
import { appendTables, type FileTable } from '../../../shared/tabular/append-tables.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import { loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { writeFolder } from './write-folder.ts';

/** Files of data/ by name. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export const NOW = Date.parse('2026-11-21T12:00:00Z');

const HOUR_MINUTES = 60;

/** The last hour before noon in UTC. */
export const LAST_HOUR: TimeWindow = { currentTime: NOW, timePeriod: HOUR_MINUTES };

/** Reads one table as a request does, from a folder instead of S3. */
const readTable = async ({ source, readers }: BoundTable, folder: string, request: TimeWindow): Promise<Table> => {
  const tables: FileTable[] = [];
  let rows = 0;
  for (const [index, part] of partsOf(source).entries()) {
    if (part.source !== 'csv') continue;
    const file = part.key.replace(/^[^/]*\//, '');
    const bytes = await readFile(join(folder, 'data', file));
    const table = tableOf(scanBytes(bytes, part, (readers[index] as FileReader)(request, rows)));
    rows += table.rows.length;
    tables.push({ file, table });
  }
  return source.source === 'list' ? appendTables(tables as [FileTable]) : (tables[0] as FileTable).table;
};

const bind = async (definition: string, files: Files, timezone: string) => {
  const data = Object.entries(files).map(([name, content]) => [`data/${name}`, content]);
  const text = `dashboard: wall\ntimezone: ${timezone}\nendpoints:\n  one: ${definition}\n`;
  const folder = await writeFolder({ 'dashboard.yml': text, ...Object.fromEntries(data) });
  const { endpoints, errors } = await loadDashboard(folder);
  const [loaded] = endpoints;
  if (!loaded) throw new Error(errors.map(({ message, hint }) => `${message} (${hint})`).join('\n'));
  const catalogue = await loadCatalogue();
  const { [loaded.family]: validators = {} } = await loadValidators([loaded.family]);
  const shapes = catalogue.filter(({ family }) => family === loaded.family).map(({ shape }) => shape);
  const bound = bindEndpoints({ endpoints: { one: loaded.config }, timezone }, { shapes, validators });
  return { folder, endpoint: bound[0] as Endpoint };
};

export interface FeedOptions {
  readonly request?: TimeWindow;
  readonly timezone?: string;
}

/** Reads the tables of an endpoint of dashboard.yml from files, without creating its body. */
export const readTables = async (
  definition: string,
  files: Files,
  { request = LAST_HOUR, timezone = 'UTC' }: FeedOptions = {},
): Promise<Readonly<Record<string, Table>>> => {
  const { folder, endpoint } = await bind(definition, files, timezone);
  const tables: Record<string, Table> = {};
  for (const [name, table] of Object.entries(endpoint.sources)) tables[name] = await readTable(table, folder, request);
  return tables;
};

/** Creates and validates the body of an endpoint of dashboard.yml from files. */
export const feed = async (
  definition: string,
  files: Files,
  { request = LAST_HOUR, timezone = 'UTC' }: FeedOptions = {},
): Promise<unknown> => {
  const { folder, endpoint } = await bind(definition, files, timezone);
  const tables: Record<string, Table> = {};
  for (const [name, table] of Object.entries(endpoint.sources)) tables[name] = await readTable(table, folder, request);
  const made = foldRows(endpoint.bound, typeRows(endpoint.bound, tables, UNLIMITED), UNLIMITED);
  checkBody(endpoint.bound, made, UNLIMITED);
  return made.body;
};

/**
 * Returns the rows that a csv map selects from one file for a component. `keys` are the keys of the map, besides
 * `file`.
 */
export const select = async (
  component: string,
  keys: string,
  csv: string,
  options: FeedOptions & { readonly more?: string } = {},
): Promise<Table> => {
  const { more = '', ...feedOptions } = options;
  const definition = `{ component: ${component}, csv: { file: a.csv, ${keys} }${more} }`;
  const { table } = await readTables(definition, { 'a.csv': csv }, feedOptions);
  return table as Table;
};

/** Returns the details of the error with which a promise rejects. */
export const detailsOf = async (made: Promise<unknown>): Promise<readonly Detail[]> => (await errorOf(made)).details;

/** Returns the error with which a promise rejects. */
export const errorOf = (made: Promise<unknown>): Promise<WallfeedError> =>
  made.then(
    (value) => {
      throw new Error(`no error, but ${JSON.stringify(value)}`);
    },
    (error) => {
      if (!(error instanceof WallfeedError)) throw error;
      return error;
    },
  );
