import {
  AthenaClient,
  GetTableMetadataCommand,
  ListDatabasesCommand,
  ListTableMetadataCommand,
} from '@aws-sdk/client-athena';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { JsonEmulator } from '../../../infra/local/emulators/server/json-emulator.ts';
import { signed } from '../cloud/start-s3.ts';
import { createLake, type TestLake } from './create-lake.ts';
import { startCatalogue } from './start-catalogue.ts';

let lake: TestLake;
let catalogue: JsonEmulator;
let client: AthenaClient;
beforeAll(async () => {
  lake = await createLake();
  catalogue = await startCatalogue(lake.path, ['shop', 'logs']);
  client = new AthenaClient({ ...signed, endpoint: catalogue.url, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await catalogue.close();
  await lake.remove();
});

describe('the catalogue of the Athena emulator', () => {
  const place = { CatalogName: 'AwsDataCatalog', DatabaseName: 'shop' };

  test('the catalogue of the Athena emulator lists databases and tables in pages', async () => {
    const { DatabaseList } = await client.send(new ListDatabasesCommand(place));
    expect(DatabaseList?.map(({ Name }) => Name)).toEqual(['logs', 'shop']);
    const first = await client.send(new ListTableMetadataCommand({ ...place, MaxResults: 2 }));
    expect(first.TableMetadataList?.map(({ Name }) => Name)).toEqual(['orders', 'stock']);
    const { NextToken } = first;
    const next = await client.send(new ListTableMetadataCommand({ ...place, NextToken }));
    expect([next.TableMetadataList?.at(-1)?.Name, next.NextToken]).toEqual(['visits', undefined]);
    const filtered = await client.send(new ListTableMetadataCommand({ ...place, Expression: 'st.ck' }));
    expect(filtered.TableMetadataList?.map(({ Name }) => Name)).toEqual(['stock']);
  });

  test('the catalogue of the Athena emulator describes a table with its columns and partitions', async () => {
    const { TableMetadata } = await client.send(new GetTableMetadataCommand({ ...place, TableName: 'Visits' }));
    expect(TableMetadata).toMatchObject({
      Name: 'visits',
      TableType: 'EXTERNAL_TABLE',
      Columns: [
        { Name: 'page', Type: 'string' },
        { Name: 'visits', Type: 'double' },
        { Name: 'at', Type: 'timestamp' },
      ],
      PartitionKeys: [{ Name: 'day', Type: 'date' }],
      Parameters: { location: 's3://wallfeed-local/lake/visits/' },
    });
  });

  test.each([
    [new GetTableMetadataCommand({ ...place, TableName: 'none' }), 'MetadataException', /EntityNotFoundException/],
    [new ListTableMetadataCommand({ ...place, DatabaseName: 'none' }), 'MetadataException', /EntityNotFoundException/],
    [new ListTableMetadataCommand({ ...place, CatalogName: 'none' }), 'InvalidRequestException', /none/],
    [new ListTableMetadataCommand({ ...place, MaxResults: 51 }), 'InvalidRequestException', /50/],
  ] as const)(
    'the catalogue of the Athena emulator refuses invalid input as Athena does: case %#',
    async (command, name, message) => {
      const error = await client.send(command as ListTableMetadataCommand).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ name, message: expect.stringMatching(message) });
    },
  );
});
