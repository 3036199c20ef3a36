import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AthenaClient, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { localDatabaseOf } from '../../../../../infra/local/emulators/local-database.ts';
import { type Emulators, startEmulators } from '../../../../../infra/local/emulators/start-emulators.ts';
import { openBrowser, openPage } from '../../../../support/browser/open-browser.ts';
import { writeFolder } from '../../../../support/folders/write-folder.ts';

const CANARY = 'the canary of this test';
const NAME = '/ops-room/token';
const TABLE = {
  name: 'answers',
  properties: {
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  },
};

let emulators: Emulators;
beforeAll(async () => {
  const folder = await writeFolder({
    '.secrets.yml': `${NAME}: '${CANARY}'\n`,
    'data/one file.csv': `a\n${CANARY}\n`,
    'data/seed.sql': `create table canary as select '${CANARY}' as word;`,
  });
  emulators = await startEmulators({
    folder,
    region: 'us-east-1',
    report: (error) => {
      throw error;
    },
    log: () => undefined,
  });
  const dashboard = 'ops-room';
  await emulators.provide({
    dashboard,
    bucket: 'bucket',
    database: localDatabaseOf({}),
    table: TABLE,
    workgroups: { walls: {} },
  });
});
afterAll(() => emulators.close());

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const keyOf = ({
  AWS_ACCESS_KEY_ID = '',
  AWS_SECRET_ACCESS_KEY = '',
}: Readonly<Record<string, string>>): Credentials => ({
  accessKeyId: AWS_ACCESS_KEY_ID,
  secretAccessKey: AWS_SECRET_ACCESS_KEY,
});

const settingsOf = (endpoint: string | undefined, credentials: Credentials) => ({
  endpoint: endpoint ?? '',
  region: 'us-east-1',
  credentials,
  maxAttempts: 1,
});

/** A call of each emulated service, with the client of AWS, which returns what the service knows. */
const CALLS: Readonly<Record<string, (credentials: Credentials) => Promise<unknown>>> = {
  'the object store': async (credentials) => {
    const client = new S3Client({ ...settingsOf(emulators.objects?.url, credentials), forcePathStyle: true });
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'ops-room/one file.csv' }));
    return Body?.transformToString();
  },
  'a list of the object store': async (credentials) => {
    const client = new S3Client({ ...settingsOf(emulators.objects?.url, credentials), forcePathStyle: true });
    return client.send(new ListObjectsV2Command({ Bucket: 'bucket', Prefix: 'ops-room/one f' }));
  },
  'the parameter store': (credentials) =>
    new SSMClient(settingsOf(emulators.parameters.url, credentials)).send(
      new GetParameterCommand({ Name: NAME, WithDecryption: true }),
    ),
  'the Data API': (credentials) =>
    new RDSDataClient(settingsOf(emulators.database?.url, credentials)).send(
      new ExecuteStatementCommand({
        resourceArn: 'local',
        secretArn: 'local',
        database: 'local',
        sql: 'select * from canary',
      }),
    ),
  'the shared table': (credentials) =>
    new DynamoDBClient(settingsOf(emulators.answers?.url, credentials)).send(
      new GetItemCommand({ TableName: 'answers', Key: { id: { S: 'a' } } }),
    ),
  Athena: (credentials) =>
    new AthenaClient(settingsOf(emulators.athena?.url, credentials)).send(
      new StartQueryExecutionCommand({ QueryString: 'select 1', WorkGroup: 'walls' }),
    ),
};

const URLS: Readonly<Record<string, () => string | undefined>> = {
  'the object store': () => `${emulators.objects?.url}/bucket/ops-room/one%20file.csv`,
  'the parameter store': () => emulators.parameters.url,
  'the Data API': () => `${emulators.database?.url}/Execute`,
  'the shared table': () => emulators.answers?.url,
  Athena: () => emulators.athena?.url,
};

describe.each(Object.keys(CALLS))('%s of a session', (name) => {
  const call = CALLS[name] as (typeof CALLS)[string];

  test('the service answers a call that is signed with the key of its session', async () => {
    await expect(call(keyOf(emulators.environment()))).resolves.toBeDefined();
  });

  test.each([
    ['the key of another session', { accessKeyId: 'LOCAL0000000000000000', secretAccessKey: 'x'.repeat(40) }],
    ['the key that everybody knows', { accessKeyId: 'test', secretAccessKey: 'test' }],
  ])('the service refuses a call that is signed with %s', async (_, credentials) => {
    await expect(call(credentials)).rejects.toMatchObject({
      name: expect.stringMatching(/^(?:InvalidAccessKeyId|UnrecognizedClientException)$/),
    });
  });

  test('the service refuses a call that is signed with another secret of the key', async () => {
    const { accessKeyId } = keyOf(emulators.environment());
    await expect(call({ accessKeyId, secretAccessKey: 'guessed' })).rejects.toMatchObject({
      name: expect.stringMatching(/^(?:SignatureDoesNotMatch|InvalidSignatureException)$/),
    });
  });
});

const send = async (url: string, method: string, headers: Readonly<Record<string, string>>, body = '') => {
  const sent = request(url, { method, headers, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, body: await text(response) };
};

const SHAM = 'AWS4-HMAC-SHA256 Credential=a/20261120/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=b';
const GET_PARAMETER = JSON.stringify({ Name: NAME, WithDecryption: true });
const DELETE_ALL = '<Delete><Object><Key>ops-room/one file.csv</Key></Object></Delete>';

describe('a body whose digest is not signed', () => {
  const NOT_SIGNED = 'UNSIGNED-PAYLOAD';
  const signedBy = async (service: string, url: string, method: string, body: string) => {
    const { host, pathname } = new URL(url);
    const signer = new SignatureV4({
      service,
      region: 'us-east-1',
      credentials: keyOf(emulators.environment()),
      sha256: Sha256,
    });
    const headers = { host, 'x-amz-content-sha256': NOT_SIGNED, 'x-amz-target': 'AmazonSSM.GetParameter' };
    const whole = { method, protocol: 'http:', hostname: '127.0.0.1', path: pathname, query: {}, headers, body };
    return (await signer.sign(whole)).headers;
  };

  test('only the object store accepts a call that leaves its body unsigned, as AWS does', async () => {
    const parameters = emulators.parameters.url;
    const object = `${emulators.objects?.url}/bucket/ops-room/new.csv`;
    const asked = await send(
      parameters,
      'POST',
      await signedBy('ssm', parameters, 'POST', GET_PARAMETER),
      GET_PARAMETER,
    );
    expect(asked).toMatchObject({ status: 400, body: expect.stringContaining('InvalidSignatureException') });
    expect((await send(object, 'PUT', await signedBy('s3', object, 'PUT', 'a'), 'a')).status).toBe(200);
  });
});

describe.each(Object.keys(URLS))('%s and strangers', (name) => {
  const urlOf = (): string => URLS[name]?.() ?? '';

  test.each([
    ['without a signature', {}],
    ['with a made-up signature', { authorization: SHAM }],
    ['of a page of another origin', { origin: 'https://elsewhere.example', 'content-type': 'text/plain' }],
    ['under another name of this machine', { host: 'rebound.example' }],
    ['under this address with another port', { host: '127.0.0.1:1' }],
    ['of a page in a frame without an origin', { origin: 'null' }],
  ])('the service refuses a request %s, and tells nothing', async (_, headers) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, body } = await send(
        urlOf(),
        method,
        { 'x-amz-target': 'AmazonSSM.GetParameter', ...headers },
        GET_PARAMETER,
      );
      expect({ method, status: status >= 400 && status < 500 }).toEqual({ method, status: true });
      expect(body).not.toContain(CANARY);
    }
  });
});

/** Returns a page that sends every request that a browser lets it send, and then shows what it could read. */
const attackOf = (urls: readonly string[], bucket: string): string => `<p id="read"></p><script type="module">
  const seen = [];
  for (const url of ${JSON.stringify(urls)})
    for (const mode of ['cors', 'no-cors'])
      for (const method of ['GET', 'POST'])
        await fetch(url, { mode, method, ...(method === 'POST' && { body: ${JSON.stringify(GET_PARAMETER)} }) })
          .then(async (response) => seen.push(await response.text()), () => undefined);
  await fetch(${JSON.stringify(`${bucket}/bucket?delete`)}, { method: 'POST', mode: 'no-cors', body: ${JSON.stringify(DELETE_ALL)} })
    .catch(() => undefined);
  document.querySelector('#read').textContent = 'read: ' + seen.join('');
</script>`;

describe('a page of another origin in a browser', () => {
  test('a page of another origin reads nothing of an emulated service, and deletes nothing', async () => {
    const urls = Object.values(URLS).map((urlOf) => urlOf() ?? '');
    const attack = attackOf(urls, emulators.objects?.url ?? '');
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(attack));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const browser = await openBrowser();
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
    const { page, close } = await openPage(browser, url);
    const shown = page.locator('#read:not(:empty)');
    await shown.waitFor();
    expect(await shown.innerText()).toBe('read:');
    await expect(CALLS['the object store']?.(keyOf(emulators.environment()))).resolves.toContain(CANARY);
    await close();
    await browser.close();
    server.close();
  });
});

test('the functions of a session may not delete with the key of another session', async () => {
  const client = new S3Client({
    ...settingsOf(emulators.objects?.url, { accessKeyId: 'a', secretAccessKey: 'b' }),
    forcePathStyle: true,
  });
  await expect(
    client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key: 'ops-room/one file.csv' })),
  ).rejects.toThrow();
  await expect(CALLS['the object store']?.(keyOf(emulators.environment()))).resolves.toContain(CANARY);
});
