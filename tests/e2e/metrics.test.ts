/** @jest-environment node */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFolder } from '../support/folders/write-folder.ts';
import { type Api, type ApiRequest, startApi } from '../support/http/start-api.ts';
import { runStart, type StartProcess } from '../support/start-process.ts';

const DASHBOARD = `dashboard: shop
timezone: UTC
region: eu-west-1
datasets:
  calls: { cloudwatch: { metrics: { count: { namespace: AWS/ApiGateway, name: Count, stat: Sum } } }, window: { last: 24h } }
  errors: { cloudwatch: { metrics: { errors: { namespace: AWS/ApiGateway, name: 5xx, stat: Sum } } }, window: { last: 24h } }
endpoints:
  calls: { component: 3D Pie Chart, dataset: calls, columns: { name: label, value: { sum: value } } }
  errors: { component: 3D Pie Chart, dataset: errors, columns: { name: label, value: { sum: value } } }
`;
const CSV = 'name,label,time,value\ncount,Count,2026-11-20 07:50:00,3\ncount,Count,2026-11-20 07:55:00,4\n';
const BY_FILE = 'Metrics of CloudWatch are read from data/cloudwatch/, because there are no AWS credentials.';
const BY_CALLS = 'Metrics of CloudWatch are read with your AWS credentials, and are billed.';

let api: Api;
let start: StartProcess | undefined;
beforeAll(async () => {
  const Timestamps = [1_795_160_000, 1_795_160_300];
  api = await startApi(({ headers }) =>
    headers.authorization?.includes('Credential=user-key/')
      ? { json: { MetricDataResults: [{ Id: 'count', Label: 'Live', Timestamps, Values: [20, 22] }] } }
      : { status: 403, json: { __type: 'AccessDenied', message: 'no right to read metrics' } },
  );
});
afterEach(async () => {
  await start?.stop();
  start = undefined;
});
afterAll(() => api.close());

const ask = async (env: Readonly<Record<string, string>>) => {
  const folder = await writeFolder({ 'dashboard.yml': DASHBOARD, 'data/cloudwatch/calls.csv': CSV });
  start = runStart(['--dashboard', folder, '--port', '0'], {
    ...{ AWS_EC2_METADATA_DISABLED: 'true', HOME: folder, AWS_PROFILE: '', AWS_ACCESS_KEY_ID: '', AWS_REGION: '' },
    ...env,
  });
  const [, base = ''] = await start.printed(/(http:\/\/127\.0\.0\.1:\d+)\/pie\/calls/);
  return async (slug = 'calls') => {
    const body = JSON.stringify({ currentTime: Date.now(), timePeriod: 30 });
    const response = await fetch(`${base}/pie/${slug}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return [response.status, await response.json()];
  };
};

test('without credentials the local stack reads metrics of CloudWatch from data/cloudwatch, and says what is missing without a file', async () => {
  const request = await ask({});
  expect(start?.output()).toContain(BY_FILE);
  expect(await request()).toEqual([
    200,
    expect.objectContaining({ data: [expect.objectContaining({ name: 'Count', value: 7 })] }),
  ]);
  const hint =
    'write data/cloudwatch/errors.csv with the columns name,label,time,value, or start again with AWS credentials';
  expect(await request('errors')).toEqual([
    502,
    expect.objectContaining({
      error: 'SOURCE_NOT_FOUND',
      details: [{ message: 'the local stack has no data/cloudwatch/errors.csv', hint }],
    }),
  ]);
  expect(api.requests).toEqual([]);
});

test('the local stack calls CloudWatch with credentials that its functions do not get', async () => {
  const request = await ask({
    AWS_ACCESS_KEY_ID: 'user-key',
    AWS_SECRET_ACCESS_KEY: 'user-secret',
    AWS_ENDPOINT_URL_CLOUDWATCH: api.url,
  });
  expect(start?.output()).toContain(BY_CALLS);
  expect(await request()).toEqual([
    200,
    expect.objectContaining({ data: [expect.objectContaining({ name: 'Live', value: 42 })] }),
  ]);
  const { headers = {} as ApiRequest['headers'] } = api.requests[0] ?? {};
  expect(headers.authorization).toMatch(/Credential=user-key\/\d{8}\/eu-west-1\/monitoring\/aws4_request/);
  expect(headers['x-amz-target']).toBe('GraniteServiceVersion20100801.GetMetricData');
  expect(headers['content-type']).toBe('application/x-amz-json-1.0');
});

test('credentials without the right are explained in the terminal, and the endpoint fails', async () => {
  const request = await ask({
    AWS_ACCESS_KEY_ID: 'other-key',
    AWS_SECRET_ACCESS_KEY: 'other-secret',
    AWS_ENDPOINT_URL_CLOUDWATCH: api.url,
  });
  expect(await request()).toEqual([502, expect.objectContaining({ error: 'SOURCE_DENIED' })]);
  expect(start?.output()).toContain('AWS did not allow the call cloudwatch:GetMetricData: no right to read metrics.');
});
