import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from '../command-line/target.ts';
import { loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { type DashboardFolder, findDashboardFile, invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { checkRegion, isRegion } from '../dashboard/head/region.ts';
import { findRegion } from '../deploy/aws/stacks.ts';
import {
  type CataloguePlace,
  getTable,
  type Listing,
  listDatabases,
  listTables,
  NotInCatalogue,
  TABLE_FORMATS,
  type Table,
  writeTypesFile,
} from '../lake/catalogue.ts';
import { proposeLakeDataset } from '../lake/propose-lake-dataset.ts';
import { commandLine } from '../program/command-line.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { printError, printFormat } from '../terminal/print.ts';

/** Returns the folder that the command reads or writes; undefined if no folder is needed and the current one has no dashboard. */
const folderOf = async (
  given: string | undefined,
  isNeeded: boolean,
): Promise<DashboardFolder | CommandFailure | undefined> => {
  const isHere = given === undefined && (await findDashboardFile(invocationFolder())) !== undefined;
  return given !== undefined || isNeeded || isHere ? readDashboardFolder(given) : undefined;
};

const regionFor = async (
  given: string | undefined,
  folder: DashboardFolder | undefined,
): Promise<string | CommandFailure> => {
  const own = given ?? (folder && (await loadDashboard(folder.path)).region) ?? (await findRegion());
  if (own === undefined)
    return fail('--region is missing: add it, such as --region eu-west-1, or set AWS_REGION', EXIT_USAGE);
  if (!isRegion(own)) return fail(`--region must be a region of AWS, such as eu-central-1, not '${own}'`, EXIT_USAGE);
  for (const { message, hint } of checkRegion({ region: own })) printError(`warning: ${message} (${hint})`);
  return own;
};

const notFound = (what: string, name: string, known: readonly string[]): CommandFailure => {
  const near = nearestNames(name, known, 2);
  const hint = near.length > 0 ? didYouMean(near) : `it has ${known.join(', ') || 'none'}`;
  return fail(`There is no ${what} ${name} in the catalogue: ${hint}`, EXIT_USAGE);
};

/** Names what is like an unknown database or table. */
const inDatabase = async <Result>(
  place: CataloguePlace,
  database: string,
  table: string | undefined,
  call: () => Promise<Result>,
): Promise<Result | CommandFailure> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NotInCatalogue)) throw error;
    const databases = await listDatabases(place);
    if (table === undefined || !databases.includes(database)) return notFound('database', database, databases);
    const tables = await listTables(place, database);
    return notFound(
      `table in ${database}`,
      table,
      tables.map(({ name }) => name),
    );
  }
};

const writeTypes = async (folder: DashboardFolder, table: Table): Promise<CommandFailure | undefined> => {
  const written = await writeTypesFile(folder.path, table);
  const name = folder.nameOf(written.file);
  if ('differs' in written)
    return fail(
      `${name} has other types: nothing was written. Delete the file to replace it, or compare it with the list`,
    );
  printError(written.isNew ? `wrote ${name}` : `${name} has these types already`);
  return undefined;
};

export const command = defineCommand({
  argument: {
    value: 'database',
    meaning: 'a database, or one of its tables: shop.orders; all databases are listed without it',
    isOptional: true,
  },
  options: {
    dashboard: DASHBOARD_OPTION,
    catalog: { value: 'name', meaning: 'the data catalogue', default: 'AwsDataCatalog' },
    region: { value: 'region', meaning: 'the region; by default that of dashboard.yml, or else of the environment' },
    write: { meaning: 'with a table: writes its types to data/lake/<table>.yml, for local queries and for check' },
    format: formatOption(TABLE_FORMATS, 'text'),
  },
  notes: [
    'For one table, lines for dashboard.yml are printed: a dataset whose WHERE fits the types of the partitions. ' +
      'No query is started. The command needs athena:ListDatabases, athena:ListTableMetadata and athena:GetTableMetadata, ' +
      'and for the catalogue of Glue also glue:GetDatabases, glue:GetTables and glue:GetTable.',
    'json prints { version: 1, databases: [] }, or { version: 1, database, tables: [{ name, location, columns: [{ name, type }], ' +
      'partitions: [{ name, type }] }] }, with proposal for one table.',
  ],
  run: async ({ catalog, ...values }, { words: [word] }) => {
    const [database, table] = word === undefined ? [] : word.split(/\.(.*)/s, 2);
    if (values.write && !table)
      return fail(
        `--write needs a table: name one, as in ${commandLine('tables', 'shop.orders', '--write')}`,
        EXIT_USAGE,
      );
    const folder = await folderOf(values.dashboard, values.write);
    if (folder && 'failure' in folder) return folder;
    const region = await regionFor(values.region, folder);
    if (typeof region !== 'string') return region;
    const place = { catalog, region };
    const print = (listing: Listing): void => printFormat(values.format, TABLE_FORMATS[values.format](listing));
    if (!database) return void print({ databases: await listDatabases(place) });
    if (!table) {
      const tables = await inDatabase(place, database, undefined, () => listTables(place, database));
      return 'failure' in tables ? tables : void print({ database, tables });
    }
    const found = await inDatabase(place, database, table, () => getTable(place, database, table));
    if ('failure' in found) return found;
    print({ database, tables: [found], proposal: proposeLakeDataset(catalog, database, found) });
    return values.write && folder ? writeTypes(folder, found) : undefined;
  },
});
