/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { collectBody } from '../../../shared/aws/collect-body.ts';
import { createJsonCalls, type JsonService, targetHeaders } from '../../../shared/aws/json-service.ts';
import { isSignedFor, sentOf } from '../../support/cloud/signed-request.ts';

interface Asked {
  readonly request: IncomingMessage;
  readonly body: string;
}

let server: Server;
let asked: Asked[] = [];
let reply: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ request, body: await text(request) });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
  });
});
beforeEach(() => {
  asked = [];
  reply = { status: 200, body: '{}' };
});
afterEach(() => {
  delete process.env.AWS_ENDPOINT_URL;
});
afterAll(() => {
  delete process.env.AWS_SESSION_TOKEN;
  server.close();
  server.closeAllConnections();
});

const collect = collectBody(64 * 1024);

const ATHENA = {
  name: 'athena',
  headersOf: targetHeaders('AmazonAthena', '1.1'),
  collect,
  loadClient: () => import('../../../shared/aws/clients/athena.ts'),
} satisfies JsonService<'GetQueryExecution'>;
const DYNAMODB = {
  name: 'dynamodb',
  headersOf: targetHeaders('DynamoDB_20120810', '1.0'),
  collect,
  loadClient: () => import('../../../shared/aws/clients/dynamodb.ts'),
} satisfies JsonService<'GetItem' | 'PutItem'>;
const RDS_DATA = {
  name: 'rds-data',
  path: '/Execute',
  headersOf: () => ({ 'content-type': 'application/json' }),
  collect,
  loadClient: () => import('../../../shared/aws/clients/rds-data.ts'),
} satisfies JsonService<'ExecuteStatement'>;
const SSM = {
  name: 'ssm',
  headersOf: targetHeaders('AmazonSSM', '1.1'),
  collect,
  loadClient: () => import('../../../shared/aws/clients/ssm.ts'),
} satisfies JsonService<'GetParameter'>;

type Call = (signal: AbortSignal) => Promise<unknown>;

const ITEM = { key: { S: 'a' }, rows: { N: '2' }, body: { B: 'QUJD' } };

const CALLS: Readonly<Record<string, () => Call>> = {
  athena: () => {
    const call = createJsonCalls(ATHENA);
    return (signal) => call('GetQueryExecution', { QueryExecutionId: 'über' }, signal);
  },
  dynamodb: () => {
    const call = createJsonCalls(DYNAMODB);
    return (signal) => call('PutItem', { TableName: 'wall', Item: ITEM }, signal);
  },
  'rds-data': () => {
    const call = createJsonCalls(RDS_DATA);
    return (signal) =>
      call('ExecuteStatement', { resourceArn: 'cluster', secretArn: 'secret', sql: "select '数据'" }, signal);
  },
  ssm: () => {
    const call = createJsonCalls(SSM);
    return (signal) => call('GetParameter', { Name: '/wall/token', WithDecryption: true }, signal);
  },
};

const urlAt = (host: string): string => `http://${host}:${(server.address() as AddressInfo).port}`;

/** Runs a call twice. At the IP address, Wallfeed's own client sends it. At the host name, the official client does. */
const callBoth = async (service: string): Promise<readonly unknown[]> => {
  const outcomes: unknown[] = [];
  for (const host of ['127.0.0.1', 'localhost']) {
    process.env.AWS_ENDPOINT_URL = urlAt(host);
    const call = CALLS[service]?.() as Call;
    outcomes.push(await call(AbortSignal.timeout(20_000)).catch((error: unknown) => error));
  }
  return outcomes;
};

const isFromClient = ({ request }: Asked): boolean => request.headers['user-agent'] !== undefined;

describe.each(Object.keys(CALLS))('a call of %s', (service) => {
  test(`a request to ${service} equals that of the official client, apart from its own signature`, async () => {
    await callBoth(service);
    const [ours, theirs] = asked as [Asked, Asked];
    expect([ours, theirs].map(isFromClient)).toEqual([false, true]);
    expect(JSON.parse(ours.body)).toEqual(JSON.parse(theirs.body));
    const sent = [ours, theirs].map(({ request }) => {
      const { url, headers } = sentOf(request) as { url: string; headers: Record<string, string> };
      const { host: _, 'content-length': __, ...others } = headers;
      return { url: url.split('?')[0], headers: others };
    });
    expect(sent[0]).toEqual(sent[1]);
    expect(isSignedFor(service, ours.request, ours.body)).toBe(true);
  });

  test.each<readonly [number, Readonly<Record<string, string>>, object]>([
    [400, { 'x-amzn-errortype': 'DatabaseResumingException:http://internal.example.com/' }, { message: 'resuming' }],
    [400, {}, { __type: 'com.amazonaws.wall.v20120810#ConditionalCheckFailedException', message: 'not met' }],
    [400, {}, { code: 'InvalidRequestException', Message: 'bad', AthenaErrorCode: 'MALFORMED_QUERY' }],
    [500, { 'retry-after': '7' }, {}],
  ])(`an error of ${service} is read as the official client reads it (%i, %j, %j)`, async (status, headers, body) => {
    reply = { status, headers, body: JSON.stringify(body) };
    const [ours, theirs] = await callBoth(service);
    const factsOf = (error: unknown) => {
      const { name, message, $metadata, $response } = Object(error);
      const { httpStatusCode } = $metadata;
      return { name, message: message || 'UnknownError', httpStatusCode, retryAfter: $response.headers['retry-after'] };
    };
    expect(factsOf(ours)).toEqual(factsOf(theirs));
  });

  test(`a truncated reply of ${service} is an error with the status of the reply`, async () => {
    reply = { status: 200, body: '{"records":[' };
    for (const error of await callBoth(service))
      expect(error).toMatchObject({ name: 'SyntaxError', $metadata: { httpStatusCode: 200 } });
  });
});

test.each([
  ['athena', { QueryExecution: { Status: { State: 'SUCCEEDED', CompletionDateTime: 1_760_000_000.25 } } }],
  ['dynamodb', { Attributes: ITEM }],
  ['rds-data', { records: [[{ blobValue: 'QUJD' }, { stringValue: 'x' }, { isNull: true }]] }],
  ['ssm', { Parameter: { Name: '/wall/token', Value: 'secret', Version: 1 } }],
])('a reply of %s is the same without and with the official client', async (service, body) => {
  reply = { status: 200, body: JSON.stringify(body) };
  const [ours, theirs] = await callBoth(service);
  expect(ours).toEqual(body);
  expect(theirs).toMatchObject(body);
});

test('Athena’s own code of an error is kept', async () => {
  reply = { status: 400, body: '{"__type":"InvalidRequestException","AthenaErrorCode":"MALFORMED_QUERY"}' };
  for (const error of await callBoth('athena'))
    expect(error).toMatchObject({ name: 'InvalidRequestException', AthenaErrorCode: 'MALFORMED_QUERY' });
});

test('an error body that is not JSON gives an error with the status of the reply', async () => {
  reply = { status: 403, body: '<html>' };
  process.env.AWS_ENDPOINT_URL = urlAt('127.0.0.1');
  const error = await CALLS.ssm?.()(AbortSignal.timeout(5_000)).catch((one: unknown) => one);
  expect(error).toMatchObject({ name: 'Unknown', $metadata: { httpStatusCode: 403 } });
});
