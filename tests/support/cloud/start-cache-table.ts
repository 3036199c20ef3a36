import { startAnswersTable } from '../../../infra/local/emulators/dynamodb.ts';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';

/** Starts an emulator with an empty table of the shared cache. The AWS clients of this process call this emulator. */
export const startCacheTable = async (name: string): Promise<EmulatorServer> => {
  const table = await startAnswersTable({
    name,
    properties: {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
    },
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  return table;
};
