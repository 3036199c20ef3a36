import { randomUUID } from 'node:crypto';
import type { GetTableMetadataInput, ListTableMetadataInput } from '@aws-sdk/client-athena';
import { errorReply, invalid } from '../../../infra/local/emulators/athena/execution.ts';
import { athenaType, findTables, type LakeTable } from '../../../infra/local/emulators/athena/lake/find-tables.ts';
import { type Lake, openLake } from '../../../infra/local/emulators/athena/lake/open-lake.ts';
import { sliceOf } from '../../../infra/local/emulators/athena/replies.ts';
import {
  type EmulatorReply,
  type JsonEmulator,
  startJsonEmulator,
} from '../../../infra/local/emulators/server/json-emulator.ts';

const CATALOG = /^awsdatacatalog$/i;

const missing = (): EmulatorReply =>
  errorReply(
    'MetadataException',
    'Entity Not Found (Service: AmazonDataCatalog; Status Code: 400; Error Code: EntityNotFoundException; ' +
      `Request ID: ${randomUUID()}; Proxy: null)`,
  );

type Input = Partial<ListTableMetadataInput & GetTableMetadataInput>;

const checkPlace = ({ CatalogName, DatabaseName }: Input, databases: readonly string[]): EmulatorReply | undefined => {
  if (!CatalogName) return invalid('CatalogName is required');
  if (!CATALOG.test(CatalogName)) return invalid(`Data Catalog ${CatalogName} is not found.`);
  return DatabaseName === undefined || databases.includes(DatabaseName.toLowerCase()) ? undefined : missing();
};

interface TableColumns {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly partitions: Readonly<Record<string, string>>;
}

const describeTable = async (lake: Lake, { name, partitions, declared }: LakeTable): Promise<TableColumns> => {
  if (declared) return { name, ...declared.types };
  const sql = `select column_name, column_type from (describe "${name}")`;
  const { rows } = await lake.query('default', sql, new AbortController().signal);
  const isPartition = ([column]: readonly unknown[]): boolean => partitions.includes(String(column));
  const typesOf = (some: typeof rows) => Object.fromEntries(some.map(([one, type]) => [one, athenaType(String(type))]));
  return {
    name,
    columns: typesOf(rows.filter((row) => !isPartition(row))),
    partitions: typesOf(rows.filter(isPartition)),
  };
};

export const describeTables = async (lake: Lake, data: string): Promise<readonly TableColumns[]> => {
  const tables = (await findTables(data)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(tables.map((table) => describeTable(lake, table)));
};

const columnsOf = (types: TableColumns['columns']) => Object.entries(types).map(([Name, Type]) => ({ Name, Type }));

const metadataOf = ({ name, columns, partitions }: TableColumns) => ({
  Name: name,
  CreateTime: 0,
  LastAccessTime: 0,
  TableType: 'EXTERNAL_TABLE',
  Columns: columnsOf(columns),
  PartitionKeys: columnsOf(partitions),
  Parameters: { EXTERNAL: 'TRUE', location: `s3://wallfeed-local/lake/${name}/` },
});

/** Starts an emulator of Athena's catalogue on 127.0.0.1. Each database has the tables of a `data` folder. */
export const startCatalogue = async (data: string, databases: readonly string[]): Promise<JsonEmulator> => {
  const lake = await openLake(data);
  const operations: Readonly<Record<string, (input: Input) => EmulatorReply | Promise<EmulatorReply>>> = {
    ListDatabases: (input) => {
      const page = sliceOf(databases.toSorted(), input);
      if ('status' in page) return page;
      return { status: 200, body: { DatabaseList: page.items.map((Name) => ({ Name })), ...page.next } };
    },
    ListTableMetadata: async (input) => {
      const pattern = new RegExp(`^(?:${input.Expression ?? '.*'})$`);
      const found = (await describeTables(lake, data)).filter(({ name }) => pattern.test(name));
      const page = sliceOf(found, input);
      if ('status' in page) return page;
      return { status: 200, body: { TableMetadataList: page.items.map(metadataOf), ...page.next } };
    },
    GetTableMetadata: async ({ TableName }) => {
      const found = (await describeTables(lake, data)).find(({ name }) => name === TableName?.toLowerCase());
      return found ? { status: 200, body: { TableMetadata: metadataOf(found) } } : missing();
    },
  };
  const emulator = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    answer: async ({ request, body }) => {
      const [, name = ''] = String(request.headers['x-amz-target']).split('.');
      const input: Input = JSON.parse(body);
      const place = name === 'ListDatabases' ? input : { DatabaseName: '', ...input };
      return checkPlace(place, databases) ?? operations[name]?.(input) ?? errorReply('AccessDeniedException');
    },
  });
  return {
    ...emulator,
    close: async () => {
      await emulator.close();
      await lake.close();
    },
  };
};
