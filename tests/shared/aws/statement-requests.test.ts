import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ExecuteStatementCommand, type ExecuteStatementCommandOutput, RDSDataClient } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { requestHandler } from '../../../shared/aws/request-handler.ts';
import { createStatementRequests } from '../../../shared/aws/statement-requests.ts';
import { createStatementTemplate } from '../../../shared/aws/statement-template.ts';
import { isSignedFor, sentOf } from './signed-request.ts';

const RESULT = '{"columnMetadata":[{"name":"a"}],"records":[[{"stringValue":"x"}]]}';

interface Asked {
  readonly request: IncomingMessage;
  readonly body: string;
}

let server: Server;
let client: RDSDataClient;
let requests: Asked[] = [];
let reply: { readonly status: number; readonly error?: string; readonly body: string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests.push({ request, body: await text(request) });
    const { status, error, body } = reply;
    response.writeHead(status, { ...(error && { 'x-amzn-errortype': error }) }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  requests = [];
  reply = { status: 200, body: RESULT };
  client = new RDSDataClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'secret', sessionToken: 'session' },
    maxAttempts: 1,
    requestHandler,
  });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const createRun = (templateOf?: Parameters<typeof createStatementRequests>[1]) => {
  const send = createStatementRequests(client, templateOf);
  return (sql: string): Promise<ExecuteStatementCommandOutput> =>
    send(new ExecuteStatementCommand({ resourceArn: 'cluster', secretArn: 'secret', sql }), AbortSignal.timeout(5_000));
};

test('the request of a repeated statement equals that of the AWS client, apart from its own signature', async () => {
  const run = createRun();
  const results = [await run("select '数据'"), await run("select '数据'"), await run('select 1')];
  expect(results.map(({ records }) => records)).toEqual(Array(3).fill([[{ stringValue: 'x' }]]));
  const [first, second, third] = requests;
  expect(second?.body).toBe(first?.body);
  expect(JSON.parse(third?.body ?? '').sql).toBe('select 1');
  expect(second && sentOf(second.request)).toEqual(first && sentOf(first.request));
  expect(requests.map(({ request, body }) => isSignedFor('rds-data', request, body))).toEqual([true, true, true]);
});

const localTemplate = () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createStatementTemplate('us-east-1', { AWS_ENDPOINT_URL: endpoint });
};

test('the request of a first statement without the AWS client equals that of the client, apart from its own signature', async () => {
  await createRun()('select 1');
  await createRun(localTemplate)('select 1');
  const [ofClient, own] = requests;
  expect(own?.body).toBe(ofClient?.body);
  expect(own && sentOf(own.request)).toEqual(ofClient && sentOf(ofClient.request));
  expect(own?.request.headers['user-agent']).toBeUndefined();
  expect(own && isSignedFor('rds-data', own.request, own.body)).toBe(true);
});

test('the AWS client reads the error of a first statement, and sends the next statement', async () => {
  const run = createRun(localTemplate);
  reply = { status: 400, error: 'DatabaseResumingException', body: '{"message":"resuming"}' };
  await expect(run('select 1')).rejects.toMatchObject({ name: 'DatabaseResumingException', message: 'resuming' });
  reply = { status: 200, body: RESULT };
  await run('select 1');
  expect(requests.map(({ request }) => request.headers['user-agent'] !== undefined)).toEqual([false, true]);
});

test('an error of a repeated statement is the same as that of the AWS client', async () => {
  const run = createRun();
  await run('select 1');
  reply = { status: 400, error: 'DatabaseResumingException', body: '{"message":"resuming"}' };
  const failure = { name: 'DatabaseResumingException', message: 'resuming', $metadata: { httpStatusCode: 400 } };
  await expect(run('select 1')).rejects.toMatchObject(failure);
  expect(requests).toHaveLength(2);
  await expect(run('select 1')).rejects.toMatchObject(failure);
  reply = { status: 200, body: RESULT };
  await expect(run('select 1')).resolves.toMatchObject({ records: [[{ stringValue: 'x' }]] });
});

test('the error for a truncated result of a repeated statement has the status of the response', async () => {
  const run = createRun();
  await run('select 1');
  reply = { status: 200, body: RESULT.slice(0, -5) };
  await expect(run('select 1')).rejects.toMatchObject({ name: 'SyntaxError', $metadata: { httpStatusCode: 200 } });
});
