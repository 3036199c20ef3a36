import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  AthenaClient,
  GetTableMetadataCommand,
  paginateListDatabases,
  paginateListTableMetadata,
  type TableMetadata,
} from '@aws-sdk/client-athena';
import { stringify } from 'yaml';
import { clientOf, explained, Refusal } from '../deploy/aws/call-service.ts';
import { forReader } from '../language/language.ts';
import { explainWriteError } from '../terminal/fail.ts';
import { formatTable } from '../terminal/format-table.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface Table {
  readonly name: string;
  /** `s3://bucket/prefix/`. Absent for a view. */
  readonly location?: string;
  readonly columns: readonly Column[];
  readonly partitions: readonly Column[];
}

export interface CataloguePlace {
  readonly catalog: string;
  readonly region: string;
}

export class NotInCatalogue extends Refusal {}

const columnsOf = (columns: TableMetadata['Columns'] = []): readonly Column[] =>
  columns.map(({ Name = '', Type = '' }) => ({ name: Name, type: Type }));

const tableOf = ({ Name = '', Columns, PartitionKeys, Parameters = {} }: TableMetadata): Table => ({
  name: Name,
  ...(Parameters.location && { location: Parameters.location }),
  columns: columnsOf(Columns),
  partitions: columnsOf(PartitionKeys),
});

/**
 * True if a catalogue refuses a call because it has no such database or table. Glue names its own exception in the
 * message, and other catalogues say it in words.
 */
export const isMissing = (error: unknown): boolean => {
  const { name = '', message = '' } = Object(error) as Partial<Error>;
  if (/EntityNotFound|ResourceNotFound/.test(name + message)) return true;
  return name === 'MetadataException' && /not found|does not exist|no such/i.test(message);
};

/** Calls Athena's catalogue. The message of a refused call names its permission. */
const callCatalogue = <Result>(
  { region }: CataloguePlace,
  operation: string,
  call: (client: AthenaClient) => Promise<Result>,
): Promise<Result> =>
  explained(`the call athena:${operation}`, async () => {
    try {
      return await call(clientOf(AthenaClient, { region }));
    } catch (error) {
      if (isMissing(error)) throw new NotInCatalogue('not in the catalogue');
      throw error;
    }
  });

export const listDatabases = (place: CataloguePlace): Promise<readonly string[]> =>
  callCatalogue(place, 'ListDatabases', async (client) => {
    const pages = await Array.fromAsync(paginateListDatabases({ client }, { CatalogName: place.catalog }));
    return pages.flatMap(({ DatabaseList = [] }) => DatabaseList).map(({ Name = '' }) => Name);
  });

/** @throws NotInCatalogue */
export const listTables = (place: CataloguePlace, database: string): Promise<readonly Table[]> =>
  callCatalogue(place, 'ListTableMetadata', async (client) => {
    const input = { CatalogName: place.catalog, DatabaseName: database };
    const pages = await Array.fromAsync(paginateListTableMetadata({ client }, input));
    return pages.flatMap(({ TableMetadataList = [] }) => TableMetadataList).map(tableOf);
  });

/** @throws NotInCatalogue */
export const getTable = (place: CataloguePlace, database: string, table: string): Promise<Table> =>
  callCatalogue(place, 'GetTableMetadata', async (client) => {
    const input = { CatalogName: place.catalog, DatabaseName: database, TableName: table };
    const { TableMetadata: found } = await client.send(new GetTableMetadataCommand(input));
    if (!found) throw new NotInCatalogue('not in the catalogue');
    return tableOf(found);
  });

/** The output of `wallfeed tables`: the databases, the tables of one database, or one table with its proposal. */
export type Listing =
  | { readonly databases: readonly string[] }
  | { readonly database: string; readonly tables: readonly Table[]; readonly proposal?: string };

const formatColumns = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${name} ${type}`).join(', ');

const formatOne = ({ name, location, columns, partitions }: Table): string =>
  [
    `${name}${location === undefined ? '' : `  ${location}`}`,
    formatTable([
      ...columns.map((column) => ['', column.name, column.type]),
      ...partitions.map((column) => ['', column.name, column.type, forReader('partition')]),
    ]),
  ].join('\n');

const formatBrief = ({ name, location, columns, partitions }: Table): string =>
  [
    `${name}${location === undefined ? '' : `  ${location}`}`,
    forReader(`  columns: ${formatColumns(columns)}`),
    ...(partitions.length > 0 ? [forReader(`  partitions: ${formatColumns(partitions)}`)] : []),
  ].join('\n');

const formatText = (listing: Listing): string => {
  if ('databases' in listing)
    return listing.databases.length > 0 ? listing.databases.join('\n') : forReader('The catalogue has no databases.');
  const { database, tables, proposal } = listing;
  if (tables.length === 0) return forReader(`The database ${database} has no tables.`);
  if (proposal === undefined) return tables.map(formatBrief).join('\n');
  return `${tables.map(formatOne).join('\n')}\n\n${forReader('Lines for dashboard.yml:')}\n\n${proposal.trimEnd()}`;
};

const formatJson = (listing: Listing): string => JSON.stringify({ version: 1, ...listing }, null, 2);

export const TABLE_FORMATS = { text: formatText, json: formatJson };

const typesOf = (columns: readonly Column[]) => Object.fromEntries(columns.map(({ name, type }) => [name, type]));

const writeTypes = ({ columns, partitions }: Table): string =>
  stringify(
    { columns: typesOf(columns), ...(partitions.length > 0 && { partitions: typesOf(partitions) }) },
    { lineWidth: 0 },
  );

type Written = { readonly file: string; readonly isNew: boolean } | { readonly file: string; readonly differs: true };

/** Writes the types of a table to `data/lake/<table>.yml` of a dashboard. A file with another text stays as it is. */
export const writeTypesFile = async (folder: string, table: Table): Promise<Written> => {
  if (/[/\\]/.test(table.name)) throw new Error(`The table ${table.name} cannot have a file: its name has a slash`);
  const file = join(folder, 'data', 'lake', `${table.name}.yml`);
  const text = writeTypes(table);
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing !== undefined) return existing === text ? { file, isNew: false } : { file, differs: true };
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw explainWriteError(error, file);
  }
  return { file, isNew: true };
};
