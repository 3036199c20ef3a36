import { randomUUID } from 'node:crypto';
import type { GetTableMetadataInput, ListDatabasesInput, ListTableMetadataInput } from '@aws-sdk/client-athena';
import type { EmulatorReply } from '../server/json-emulator.ts';
import { errorReply, invalid } from './errors.ts';
import type { TableColumns } from './lake/provide-tables.ts';
import { sliceOf } from './page.ts';

const CATALOG = /^awsdatacatalog$/i;

/** Returns the reply for a database or a table that the catalogue does not have, in the words of the catalogue. */
const missing = (): EmulatorReply =>
  errorReply(
    'MetadataException',
    'Entity Not Found (Service: AmazonDataCatalog; Status Code: 400; Error Code: EntityNotFoundException; ' +
      `Request ID: ${randomUUID()}; Proxy: null)`,
  );

interface Place {
  readonly CatalogName?: string | undefined;
  readonly DatabaseName?: string | undefined;
}

/** Returns the refusal of a place that does not exist; undefined if it exists. */
const checkPlace = ({ CatalogName, DatabaseName }: Place, databases: readonly string[]): EmulatorReply | undefined => {
  if (!CatalogName) return invalid('CatalogName is required');
  if (!CATALOG.test(CatalogName)) return invalid(`Data Catalog ${CatalogName} is not found.`);
  return DatabaseName === undefined || databases.includes(DatabaseName.toLowerCase()) ? undefined : missing();
};

const columnsOf = (columns: TableColumns['columns']) => columns.map(({ name, type }) => ({ Name: name, Type: type }));

/** Describes a table as Athena does. The location is among the parameters. */
const describeTable = ({ name, columns, partitions }: TableColumns) => ({
  Name: name,
  CreateTime: 0,
  LastAccessTime: 0,
  TableType: 'EXTERNAL_TABLE',
  Columns: columnsOf(columns),
  PartitionKeys: columnsOf(partitions),
  Parameters: { EXTERNAL: 'TRUE', location: `s3://wallfeed-local/lake/${name}/` },
});

/** Creates the operations on the catalogue. */
export const createCatalogue = (databases: readonly string[], describe: () => Promise<readonly TableColumns[]>) => ({
  ListDatabases: (input: ListDatabasesInput | object): EmulatorReply => {
    const refusal = checkPlace(input, databases);
    const page = sliceOf(databases.toSorted(), input);
    if (refusal || 'status' in page) return refusal ?? (page as EmulatorReply);
    return { status: 200, body: { DatabaseList: page.items.map((Name) => ({ Name })), ...page.next } };
  },
  ListTableMetadata: async (input: Partial<ListTableMetadataInput>): Promise<EmulatorReply> => {
    const refusal = checkPlace({ DatabaseName: '', ...input }, databases);
    if (refusal) return refusal;
    const pattern = new RegExp(`^(?:${input.Expression ?? '.*'})$`);
    const page = sliceOf(
      (await describe()).filter(({ name }) => pattern.test(name)),
      input,
    );
    if ('status' in page) return page;
    return { status: 200, body: { TableMetadataList: page.items.map(describeTable), ...page.next } };
  },
  GetTableMetadata: async (input: Partial<GetTableMetadataInput>): Promise<EmulatorReply> => {
    const refusal = checkPlace({ DatabaseName: '', ...input }, databases);
    if (refusal) return refusal;
    const found = (await describe()).find(({ name }) => name === input.TableName?.toLowerCase());
    return found ? { status: 200, body: { TableMetadata: describeTable(found) } } : missing();
  },
});
