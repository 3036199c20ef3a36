import {
  AthenaClient,
  GetTableMetadataCommand,
  paginateListDatabases,
  paginateListTableMetadata,
  type TableMetadata,
} from '@aws-sdk/client-athena';
import { explained, Refusal } from '../deploy/aws/explain-error.ts';

/** A column or a partition, with its type as Athena writes it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** A table of the catalogue. */
export interface Table {
  readonly name: string;
  /** Where its files lie: `s3://bucket/prefix/`. Absent for a view. */
  readonly location?: string;
  readonly columns: readonly Column[];
  readonly partitions: readonly Column[];
}

/** A data catalogue in a region. */
export interface CataloguePlace {
  readonly catalog: string;
  readonly region: string;
}

/** A database or table that the catalogue does not have. */
export class NotInCatalogue extends Refusal {}

const columnsOf = (columns: TableMetadata['Columns'] = []): readonly Column[] =>
  columns.map(({ Name = '', Type = '' }) => ({ name: Name, type: Type }));

const tableOf = ({ Name = '', Columns, PartitionKeys, Parameters = {} }: TableMetadata): Table => ({
  name: Name,
  ...(Parameters.location && { location: Parameters.location }),
  columns: columnsOf(Columns),
  partitions: columnsOf(PartitionKeys),
});

/** Calls Athena's catalogue. The message of a refused call names its permission. */
const callCatalogue = <Result>(
  { region }: CataloguePlace,
  operation: string,
  call: (client: AthenaClient) => Promise<Result>,
): Promise<Result> =>
  explained(`the call athena:${operation}`, async () => {
    const client = new AthenaClient({ region });
    try {
      return await call(client);
    } catch (error) {
      if (/EntityNotFoundException/.test((error as Error).message)) throw new NotInCatalogue('not in the catalogue');
      throw error;
    } finally {
      client.destroy();
    }
  });

/** Lists the names of the databases. */
export const listDatabases = (place: CataloguePlace): Promise<readonly string[]> =>
  callCatalogue(place, 'ListDatabases', async (client) => {
    const pages = await Array.fromAsync(paginateListDatabases({ client }, { CatalogName: place.catalog }));
    return pages.flatMap(({ DatabaseList = [] }) => DatabaseList).map(({ Name = '' }) => Name);
  });

/** Lists the tables of a database. @throws NotInCatalogue */
export const listTables = (place: CataloguePlace, database: string): Promise<readonly Table[]> =>
  callCatalogue(place, 'ListTableMetadata', async (client) => {
    const input = { CatalogName: place.catalog, DatabaseName: database };
    const pages = await Array.fromAsync(paginateListTableMetadata({ client }, input));
    return pages.flatMap(({ TableMetadataList = [] }) => TableMetadataList).map(tableOf);
  });

/** Returns a table. @throws NotInCatalogue */
export const getTable = (place: CataloguePlace, database: string, table: string): Promise<Table> =>
  callCatalogue(place, 'GetTableMetadata', async (client) => {
    const input = { CatalogName: place.catalog, DatabaseName: database, TableName: table };
    const { TableMetadata: found } = await client.send(new GetTableMetadataCommand(input));
    if (!found) throw new NotInCatalogue('not in the catalogue');
    return tableOf(found);
  });
