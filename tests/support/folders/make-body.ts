import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadCatalogue } from '../../../infra/build/catalogue/load-catalogue.ts';
import { openFile } from '../../../infra/dashboard/data/data-diagnostics.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { isFile, partsOf } from '../../../shared/config/sources.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { bindEndpoints, type Endpoint } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../../shared/pipeline/make-body.ts';
import type { TimeWindow } from '../../../shared/selection/window.ts';
import type { BoundTable, FileReader } from '../../../shared/sources/bound-table.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';
import { appendTables, type FileTable } from '../../../shared/tabular/append-tables.ts';
import type { Table } from '../../../shared/tabular/table.ts';

/** As a request does, from a folder instead of S3. */
const readTable = async ({ source, readers }: BoundTable, folder: string, request: TimeWindow): Promise<Table> => {
  const tables: FileTable[] = [];
  let rows = 0;
  for (const [index, part] of partsOf(source).entries()) {
    if (!isFile(part)) continue;
    const file = part.key.replace(/^[^/]*\//, '');
    const bytes = unpackBytes(await readFile(join(folder, 'data', file)));
    const table = openFile(bytes, part, UNLIMITED).read((readers[index] as FileReader)(request, rows));
    rows += table.rows.length;
    tables.push({ file, table });
  }
  return source.source === 'list' ? appendTables(tables as [FileTable]) : (tables[0] as FileTable).table;
};

export interface FedFolder {
  readonly folder: string;
  readonly timezone: string;
  readonly request: TimeWindow;
}

const bindFolder = async ({ folder, timezone }: FedFolder): Promise<Endpoint> => {
  const { endpoints, errors } = await loadDashboard(folder);
  const [loaded] = endpoints;
  if (!loaded) throw new Error(errors.map(({ message, hint }) => `${message} (${hint})`).join('\n'));
  const catalogue = await loadCatalogue();
  const { [loaded.family]: validators = {} } = await loadValidators([loaded.family]);
  const shapes = catalogue.filter(({ family }) => family === loaded.family).map(({ shape }) => shape);
  const bound = bindEndpoints({ endpoints: { one: loaded.config }, timezone }, { shapes, validators });
  return bound[0] as Endpoint;
};

export const oneEndpoint = (definition: string, timezone: string): string =>
  `dashboard: wall\ntimezone: ${timezone}\nendpoints:\n  one: ${definition}\n`;

export const readFolderTables = async (fed: FedFolder) => {
  const endpoint = await bindFolder(fed);
  const tables: Record<string, Table> = {};
  for (const [name, table] of Object.entries(await endpoint.sources()))
    tables[name] = await readTable(table, fed.folder, fed.request);
  return { endpoint, tables };
};

export const makeFolderBody = async (fed: FedFolder): Promise<unknown> => {
  const { endpoint, tables } = await readFolderTables(fed);
  const made = foldRows(endpoint.bound, typeRows(endpoint.bound, tables, UNLIMITED), UNLIMITED);
  checkBody(endpoint.bound, made, UNLIMITED);
  return made.body;
};
