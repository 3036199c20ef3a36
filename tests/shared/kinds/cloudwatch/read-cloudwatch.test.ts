/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { permissionsOf } from '../../../../infra/stack/permissions.ts';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { bindDataset } from '../../../support/http/read-dataset.ts';
import { type Api, type ApiAnswer, startApi } from '../../../support/http/start-api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_CLOUDWATCH: api.url,
  });
});
beforeEach(() => api.answer(() => ({ json: { MetricDataResults: [] } })));
afterAll(() => api.close());

const COUNT = 'count: { namespace: AWS/ApiGateway, name: Count, dimensions: { ApiId: a1b2c3 }, stat: Sum }';
const dashboard = (metrics = COUNT, keys = '', window = ', window: { last: 1h }', top = '') => `dashboard: shop
${top}datasets:
  calls: { cloudwatch: { ${top ? '' : 'region: eu-west-1, '}metrics: { ${metrics} }${keys} }${window} }
endpoints:
  pie: { component: 3D Pie Chart, dataset: calls, columns: { name: label, value: value } }
`;

const read = async (yml = dashboard()) => {
  const { read: readSlot, slot } = await bindDataset(yml);
  const deadline = createDeadline(performance.now() + 20_000);
  const found = await readSlot(slot, undefined, { deadline, budget: UNLIMITED, objects: undefined, hasStale: false });
  if ('fault' in found) throw found.fault;
  const { header, columns, length } = found.rows;
  return { header, rows: Array.from({ length }, (_, row) => columns.map((cells) => cells[row])) };
};

const failing = (name: string, status = 400): ApiAnswer => ({ status, json: { __type: name, message: 'x' } });
const END = Date.UTC(2026, 10, 20, 8) / 1000;

describe('metrics of CloudWatch', () => {
  test('each value is a row, and the query has whole spans without the newest one', async () => {
    api.answer(() => ({
      json: {
        MetricDataResults: [
          { Id: 'count', Label: 'Count', Timestamps: [END - 600, END - 300], Values: [3, 4.5], StatusCode: 'Complete' },
        ],
      },
    }));
    expect(await read()).toEqual({
      header: ['name', 'label', 'time', 'value'],
      rows: [
        ['count', 'Count', '2026-11-20 07:50:00.000', 3],
        ['count', 'Count', '2026-11-20 07:55:00.000', 4.5],
      ],
    });
    const [request] = api.requests;
    expect(request?.headers['x-amz-target']).toBe('GraniteServiceVersion20100801.GetMetricData');
    expect(request?.headers.authorization).toMatch(/Credential=key\/\d{8}\/eu-west-1\/monitoring\/aws4_request/);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      MetricDataQueries: [
        {
          Id: 'count',
          MetricStat: {
            Metric: {
              Namespace: 'AWS/ApiGateway',
              MetricName: 'Count',
              Dimensions: [{ Name: 'ApiId', Value: 'a1b2c3' }],
            },
            Period: 300,
            Stat: 'Sum',
          },
        },
      ],
      ScanBy: 'TimestampAscending',
      StartTime: END - 3600,
      EndTime: END,
    });
  });

  test('metric maths and a SEARCH are sent as expressions, with the period', async () => {
    await read(dashboard(`${COUNT}, rate: count / 60`, ', period: 1m, newest: true'));
    expect(JSON.parse(api.requests[0]?.body ?? '').MetricDataQueries[1]).toEqual({
      Id: 'rate',
      Expression: 'count / 60',
      Period: 60,
    });
  });

  test('a partial result is read to its end on further pages', async () => {
    api.answer(({ body }) => {
      const { NextToken } = JSON.parse(body);
      const part = (time: number, StatusCode: string) => ({
        Id: 'count',
        Label: 'Count',
        Timestamps: [time],
        Values: [1],
        StatusCode,
      });
      return {
        json: NextToken
          ? { MetricDataResults: [part(END - 300, 'Complete')] }
          : { MetricDataResults: [part(END - 600, 'PartialData')], NextToken: 'n' },
      };
    });
    expect((await read()).rows).toHaveLength(2);
  });

  test.each([
    [
      'a part without a further page',
      { json: { MetricDataResults: [{ Id: 'a', Timestamps: [], Values: [], StatusCode: 'PartialData' }] } },
      'SOURCE_THROTTLED',
    ],
    ['a forbidden metric', { json: { MetricDataResults: [{ Id: 'a', StatusCode: 'Forbidden' }] } }, 'SOURCE_DENIED'],
    ['a missing right', failing('com.amazonaws.cloudwatch#AccessDenied'), 'SOURCE_DENIED'],
    ['an invalid expression', failing('ValidationError'), 'SOURCE_REFUSED'],
    ['throttling', failing('ThrottlingException'), 'SOURCE_THROTTLED'],
    ['a failure of the service', failing('InternalServiceFault', 500), 'SOURCE_THROTTLED'],
  ])('%s is an error', async (_, answer, code) => {
    api.answer(() => answer);
    await expect(read()).rejects.toMatchObject({ code });
  });

  test('the role of the function may get metric data, and no other call of CloudWatch', async () => {
    const { dashboard: loaded, errors } = await checkDashboard(await writeFolder({ 'dashboard.yml': dashboard() }));
    expect(errors).toEqual([]);
    const granted = permissionsOf('pie', loaded).filter(({ Action }) =>
      Action.some((one) => one.startsWith('cloudwatch:')),
    );
    expect(granted).toEqual([{ Effect: 'Allow', Action: ['cloudwatch:GetMetricData'], Resource: ['*'] }]);
  });

  test.each([
    [dashboard(COUNT, ', period: 90s'), '`period` is no whole number of minutes'],
    [
      dashboard(COUNT, ', period: 1m', ', window: { last: 16d }'),
      '`period` is shorter than what CloudWatch keeps for the `window`',
    ],
    [
      dashboard(COUNT, '', ', window: { last: 70d }'),
      '`period` is shorter than what CloudWatch keeps for the `window`',
    ],
    [dashboard(COUNT.replace('count', 'Count')), '"Count" cannot be the name of a metric'],
    [dashboard(COUNT).replace('region: eu-west-1, ', ''), 'the metrics have no region'],
    [dashboard(COUNT, '', ', cache: 30s'), '`datasets.calls.cache` cannot be "30s"'],
    [
      dashboard(Array.from({ length: 501 }, (_, at) => `m${at}: '1'`).join(', ')),
      '`metrics` has 501 entries, and CloudWatch takes at most 500',
    ],
    [dashboard().replace('eu-west-1', 'cn-north-1'), '`datasets.calls.cloudwatch.region` cannot be "cn-north-1"'],
    [dashboard(COUNT.replace(', stat: Sum', '')), '`datasets.calls.cloudwatch.metrics.count.stat` is missing'],
  ])('a mistake is reported: %#', async (yml, message) => {
    const { errors } = await checkDashboard(await writeFolder({ 'dashboard.yml': yml }));
    expect(errors.map((one) => one.message)).toEqual([message]);
  });

  test('the region of the dashboard is that of the metrics', async () => {
    const { dashboard: loaded } = await checkDashboard(
      await writeFolder({ 'dashboard.yml': dashboard(COUNT, '', '', 'region: us-east-1\n') }),
    );
    expect(loaded.datasets.calls?.config.source).toMatchObject({
      region: 'us-east-1',
      local: 'shop/cloudwatch/calls.csv',
    });
  });
});
