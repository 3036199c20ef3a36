/** @jest-environment node */
import { GetParameterCommand, GetParametersCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { JsonEmulator } from '../../../../infra/local/emulators/server/json-emulator.ts';
import { startParameterStore } from '../../../../infra/local/emulators/ssm.ts';
import { signed } from '../../../support/cloud/start-s3.ts';
import { createFolder, type Folder } from '../../../support/folders/folder.ts';

const NAME = '/wallfeed/demo/token';

let folder: Folder;
let store: JsonEmulator;
let client: SSMClient;
beforeAll(async () => {
  folder = await createFolder();
  store = await startParameterStore({ secrets: `${folder.path}/.secrets.yml` });
  process.env.AWS_ENDPOINT_URL_SSM = store.url;
  client = new SSMClient(signed);
});
beforeEach(() => folder.write('.secrets.yml', `${NAME}: abc\nplain: 'def'\n`));
afterAll(async () => {
  process.env.AWS_ENDPOINT_URL_SSM = undefined;
  await store.close();
  await folder.remove();
});

const get = (name: string, decrypt = true) =>
  client.send(new GetParameterCommand({ Name: name, WithDecryption: decrypt }));

test('the SDK finds the emulated parameter store through its environment variable, and reads a secure string', async () => {
  expect((await get(NAME)).Parameter).toEqual({
    ARN: 'arn:aws:ssm:us-east-1:000000000000:parameter/wallfeed/demo/token',
    DataType: 'text',
    LastModifiedDate: expect.any(Date),
    Name: NAME,
    Type: 'SecureString',
    Value: 'abc',
    Version: 1,
  });
});

test('a secure string that is requested without decryption is not readable', async () => {
  const value = (await get(NAME, false)).Parameter?.Value;
  expect(value).toMatch(/^[\w+/=]{40,}$/);
});

test('a changed .secrets.yml takes effect at once', async () => {
  await get(NAME);
  await folder.write('.secrets.yml', `${NAME}: changed`);
  expect((await get(NAME)).Parameter?.Value).toBe('changed');
});

test('one call reads several parameters, and lists the missing ones', async () => {
  const command = new GetParametersCommand({ Names: [NAME, 'nothing', 'plain'], WithDecryption: true });
  const { Parameters, InvalidParameters } = await client.send(command);
  expect(Parameters?.map(({ Value }) => Value)).toEqual(['abc', 'def']);
  expect(InvalidParameters).toEqual(['nothing']);
});

const notFound = { name: 'ParameterNotFound', $metadata: { httpStatusCode: 400 } };

test.each(['/wallfeed/demo', 'toString', '__proto__'])(
  'the emulated parameter store does not find %s',
  async (name) => {
    await expect(get(name)).rejects.toMatchObject(notFound);
  },
);

test('no parameter exists without a .secrets.yml, or with an empty one', async () => {
  await folder.write('.secrets.yml', '# none yet\n');
  await expect(get(NAME)).rejects.toMatchObject(notFound);
  await folder.remove('.secrets.yml');
  await expect(get(NAME)).rejects.toMatchObject(notFound);
});

test('a parameter with an invalid entry in .secrets.yml is missing, and does not affect others', async () => {
  await folder.write('.secrets.yml', `${NAME}: abc\n/list: [1]\n/number: 123\n/twice: a\n/twice: b\n`);
  expect((await get(NAME)).Parameter?.Value).toBe('abc');
  for (const name of ['/list', '/number', '/twice']) await expect(get(name)).rejects.toMatchObject(notFound);
});

test('the emulated parameter store refuses other operations and unsigned requests', async () => {
  const put = client.send(new PutParameterCommand({ Name: NAME, Value: 'x' }));
  await expect(put).rejects.toMatchObject({ name: 'UnknownOperationException' });
  const headers = { 'x-amz-target': 'AmazonSSM.GetParameter' };
  const response = await fetch(store.url, { method: 'POST', headers, body: JSON.stringify({ Name: NAME }) });
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('abc');
});

test('a queued fault makes the emulated parameter store fail', async () => {
  store.fail({ error: 'AccessDeniedException', message: 'no' });
  await expect(get(NAME)).rejects.toMatchObject({ name: 'AccessDeniedException', message: 'no' });
  store.fail({ error: 'ThrottlingException', times: 3 });
  await expect(get(NAME)).rejects.toMatchObject({ name: 'ThrottlingException' });
  await expect(get(NAME)).resolves.toBeDefined();
});
