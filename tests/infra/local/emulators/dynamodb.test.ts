/** @jest-environment node */
import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startAnswersTable } from '../../../../infra/local/emulators/dynamodb.ts';
import type { EmulatorServer } from '../../../../infra/local/emulators/server/emulator-server.ts';
import { abortAtCall } from '../../../support/cloud/abort-at-call.ts';
import { signed } from '../../../support/cloud/start-s3.ts';

const TableName = 'answers';
const PROPERTIES = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
};

let table: EmulatorServer;
let client: DynamoDBClient;
beforeAll(async () => {
  table = await startAnswersTable({ name: TableName, properties: PROPERTIES });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = table.url;
  client = new DynamoDBClient({ ...signed, maxAttempts: 1 });
});
afterAll(async () => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = undefined;
  client.destroy();
  await table.close();
});
beforeEach(() => table.clearFaults());

const get = async (key: string, name = TableName) =>
  (await client.send(new GetItemCommand({ TableName: name, Key: { key: { S: key } }, ConsistentRead: true }))).Item;

const put = (key: string, body: Uint8Array) =>
  client.send(new PutItemCommand({ TableName, Item: { key: { S: key }, body: { B: body } } }));

const take = (key: string, owner: string, now: number) =>
  client.send(
    new PutItemCommand({
      TableName,
      Item: { key: { S: key }, owner: { S: owner }, until: { N: String(now + 1000) } },
      ConditionExpression: 'attribute_not_exists(#key) OR #until < :now',
      ExpressionAttributeNames: { '#key': 'key', '#until': 'until' },
      ExpressionAttributeValues: { ':now': { N: String(now) } },
    }),
  );

const giveUp = (key: string, owner: string) =>
  client.send(
    new DeleteItemCommand({
      TableName,
      Key: { key: { S: key } },
      ConditionExpression: '#owner = :me',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':me': { S: owner } },
    }),
  );

const refused = { name: 'ConditionalCheckFailedException', $metadata: { httpStatusCode: 400 } };

test('the SDK finds the DynamoDB emulator through its environment variable, and reads back what it wrote', async () => {
  expect(await get('nobody')).toBeUndefined();
  await put('somebody', Buffer.from([0, 1, 254, 255]));
  expect(await get('somebody')).toEqual({ key: { S: 'somebody' }, body: { B: new Uint8Array([0, 1, 254, 255]) } });
});

test('the DynamoDB emulator refuses an unknown table', async () => {
  await expect(get('a', 'another')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('an item in the DynamoDB emulator may have 400 KB including its key and attribute names, and not a byte more', async () => {
  const room = 400 * 1024 - 'key'.length - 'large'.length - 'body'.length;
  await put('large', Buffer.alloc(room));
  await expect(put('large', Buffer.alloc(room + 1))).rejects.toMatchObject({
    name: 'ValidationException',
    message: 'Item size has exceeded the maximum allowed size',
  });
  expect((await get('large'))?.body?.B).toHaveLength(room);
});

describe('a lease', () => {
  test('a lease is granted to one of several concurrent callers until it expires', async () => {
    const takers = await Promise.allSettled(['a', 'b', 'c', 'd'].map((owner) => take('one', owner, 5000)));
    expect(takers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(take('one', 'late', 6000)).rejects.toMatchObject(refused);
    await take('one', 'later', 6001);
    expect(await get('one')).toMatchObject({ owner: { S: 'later' } });
  });

  test('a lease is released only by its owner, and only once', async () => {
    await take('two', 'me', 5000);
    await expect(giveUp('two', 'you')).rejects.toMatchObject(refused);
    await giveUp('two', 'me');
    await expect(giveUp('two', 'me')).rejects.toMatchObject(refused);
    await take('two', 'you', 5000);
  });
});

test.each(['', 'null', '[', '{"TableName":"answers","Key":{"key":null}}'])(
  'the DynamoDB emulator refuses the body %j, and lives on',
  async (body) => {
    const response = await fetch(table.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.GetItem',
        authorization: 'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none',
      },
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('SerializationException')]);
    expect(await get('nothing')).toBeUndefined();
  },
);

test('the DynamoDB emulator refuses other operations and unsigned requests', async () => {
  const scan = client.send(new ScanCommand({ TableName }));
  await expect(scan).rejects.toMatchObject({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } });
  const headers = { 'x-amz-target': 'DynamoDB_20120810.GetItem', 'content-type': 'application/x-amz-json-1.0' };
  const unsigned = await fetch(table.url, { method: 'POST', headers, body: '{}' });
  expect(await unsigned.text()).toContain('MissingAuthenticationTokenException');
});

describe('queued faults of DynamoDB', () => {
  test.each([
    ['ThrottlingException', 400],
    ['ProvisionedThroughputExceededException', 400],
    ['RequestLimitExceeded', 400],
    ['InternalServerError', 500],
    ['ServiceUnavailable', 503],
  ])('the DynamoDB emulator responds to a queued fault with %s and the status %i', async (error, status) => {
    table.fail({ error, message: 'as asked' });
    const queuedError = expect.objectContaining({ name: error, message: 'as asked' });
    await expect(get('a')).rejects.toEqual(queuedError);
    table.fail({ error });
    await expect(get('a')).rejects.toMatchObject({ $metadata: { httpStatusCode: status } });
    expect(await get('a')).toBeUndefined();
  });

  test('queued faults of DynamoDB apply to the operation or item that they name', async () => {
    table.fail({ error: 'ThrottlingException', on: 'PutItem' });
    expect(await get('a')).toBeUndefined();
    await expect(put('a', Buffer.alloc(1))).rejects.toMatchObject({ name: 'ThrottlingException' });
    table.fail({ error: 'ThrottlingException', on: 'lease#' });
    await put('answer#a', Buffer.alloc(1));
    await expect(take('lease#a', 'me', 5000)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });

  test('a delayed write takes effect even if the client has given up', async () => {
    table.fail({ delay: 200 });
    const item = { key: { S: 'late' }, body: { B: Buffer.from('x') } };
    const put = client.send(new PutItemCommand({ TableName, Item: item }), { abortSignal: abortAtCall(table) });
    await expect(put).rejects.toMatchObject({ name: 'AbortError' });
    expect(await get('late')).toBeDefined();
  });
});
