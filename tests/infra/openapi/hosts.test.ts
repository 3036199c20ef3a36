import { beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { describeApi } from '../../../infra/openapi/describe-api.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const DASHBOARD = `dashboard: shop
timezone: UTC
region: eu-west-1
hosts:
  tickets:
    url: https://tickets.internal.example.com/api/v2
    auth: { query: { key: ssm:/wall/tickets-key } }
    login: { path: /token, form: { client_secret: ssm:/wall/login }, token: access_token }
  prom: { url: https://prom.internal.example.com, auth: { bearer: ssm:/wall/prom-key } }
datasets:
  tickets:
    http:
      host: tickets
      path: '/of/{region}/items'
      query: { since: ':from', state: ':state', code: ssm:/wall/code }
      headers: { X-Key: ssm:/wall/header-key }
      columns: { state: state }
  up: { prometheus: { host: prom, query: 'sum by (job) (up{region=":region"})' } }
  calls:
    cloudwatch: { metrics: { count: { namespace: AWS/ApiGateway, name: Count, stat: Sum, dimensions: { ApiId: a1b2c3 } } } }
    window: { last: 24h }
endpoints:
  pie:
    component: 3D Pie Chart
    dataset: tickets
    parameters: { region: { oneOf: [east, west] }, state: { oneOf: [open, done], optional: true } }
    columns: { name: state, value: { count: rows } }
  jobs:
    component: 3D Pie Chart
    dataset: up
    parameters: { region: { oneOf: [east, west], default: west } }
    columns: { name: job, value: { sum: value } }
  calls: { component: 3D Pie Chart, dataset: calls, columns: { name: label, value: { sum: value } } }
`;

describe('the OpenAPI document of a dashboard whose datasets call hosts', () => {
  let api: Awaited<ReturnType<typeof describeApi>>;
  beforeAll(async () => {
    const dashboard = await loadDashboard(await writeFolder({ 'dashboard.yml': DASHBOARD }));
    expect(dashboard.errors).toEqual([]);
    api = await describeApi(dashboard, { url: 'https://wall.example.com' }, '1.2.3');
  });

  test('the document is valid for an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(api));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  const bodyOf = (slug: string) =>
    Object(api.paths[`/pie/${slug}`]).post.requestBody.content['application/json'].schema;

  test('the parameters that the request of a dataset uses are parameters of its endpoints', () => {
    expect(bodyOf('pie').required).toEqual(['currentTime', 'timePeriod', 'region']);
    expect(bodyOf('pie').properties.region.enum).toEqual(['east', 'west']);
    expect(bodyOf('pie').properties.state).toMatchObject({ enum: ['open', 'done'] });
    expect(bodyOf('jobs').properties.region).toMatchObject({ enum: ['east', 'west'], default: 'west' });
    expect(bodyOf('calls')).toEqual({ $ref: '#/components/schemas/Request' });
  });

  test('no secret, no place of a secret, no address and no request of a host is in the document', () => {
    const text = JSON.stringify(api);
    expect(text).not.toMatch(/ssm:|\/wall\/|internal\.example|client_secret|X-Key|a1b2c3|sum by/);
  });

  test('an error of a host has its word', () => {
    const { responses } = api.components;
    expect(Object(responses.Problem502).description).toContain('`SOURCE_REFUSED`: ');
    expect(Object(responses.Problem503).description).toContain('`SOURCE_THROTTLED`: ');
  });
});
