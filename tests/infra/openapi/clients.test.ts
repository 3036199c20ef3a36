import { beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { describeApi } from '../../../infra/openapi/describe-api.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';

const line = (slug: string, component: string, more: string): string =>
  `  ${slug}: { component: ${component}, csv: s3://bucket/a.csv, ${more} }`;

describe('the OpenAPI document of other front ends', () => {
  let api: Awaited<ReturnType<typeof describeApi>>;

  const operation = (path: string, method: 'get' | 'post') => {
    const found = api.paths[path]?.[method];
    if (!found) throw new Error(`no ${method} of ${path}`);
    return found;
  };
  const schemaOf = (path: string, method: 'get' | 'post' = 'get') =>
    Object(operation(path, method).responses[200]).content['application/json'];

  beforeAll(async () => {
    const file = endpointsFile(
      line('goview', '3D Pie Chart', 'client: goview, apiKey: ssm:/wall/key'),
      line('amis', 'Rows', 'client: { like: amis, credentials: false }, token: ssm:/wall/token'),
      line(
        'timed',
        'Rows',
        'client: { methods: [GET] }, apiKey: { place: ssm:/wall/key, header: authorization, query: key }',
      ),
      '  own: { component: Rows, token: ssm:/wall/token, parameters: { region: { oneOf: [East, West] }, floor: { atLeast: 0, atMost: 2, default: 0 } }, sql: "select 1 as a where :region is not null and :floor > 0" }',
    );
    const dashboard = await loadDashboard(await writeFolder({ 'dashboard.yml': file }));
    expect(dashboard.errors).toEqual([]);
    api = await describeApi(dashboard, { url: 'https://wall.example.com' }, '1.2.3');
  });

  test('the document with other front ends is valid for an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(api));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  test('each path has the methods that its client uses, and the operation of the usual method is named after the endpoint', () => {
    expect(Object.entries(api.paths).map(([path, methods]) => [path, ...Object.keys(methods)])).toEqual([
      ['/pie/goview', 'get', 'post'],
      ['/rows/amis', 'get', 'post'],
      ['/rows/timed', 'get'],
      ['/rows/own', 'post'],
    ]);
    const ids = [operation('/pie/goview', 'get'), operation('/pie/goview', 'post')].map((one) => one.operationId);
    expect(ids).toEqual(['goview', 'goview-post']);
  });

  test('the OpenAPI document requires the time only for endpoints whose client has no period', () => {
    const parametersOf = (path: string) => Object(operation(path, 'get')).parameters;
    const required = (path: string) =>
      parametersOf(path).map((one: { name: string; required: boolean }) => [one.name, one.required]);
    expect(required('/pie/goview')).toEqual([
      ['currentTime', false],
      ['timePeriod', false],
      ['from', false],
      ['to', false],
      ['token', false],
    ]);
    expect(required('/rows/timed')).toEqual([
      ['currentTime', true],
      ['timePeriod', true],
    ]);
  });

  test('the OpenAPI document lists the values of each parameter, and requires the parameters without a default', () => {
    const { schema } = Object(operation('/rows/own', 'post')).requestBody.content['application/json'];
    expect(schema.required).toEqual(['currentTime', 'timePeriod', 'region']);
    expect(schema.properties).toMatchObject({
      region: { enum: ['East', 'West'] },
      floor: { enum: [0, 1, 2], default: 0 },
    });
  });

  test('the OpenAPI document has a security scheme for the digest and for each way to send a key, and requires only one of them', () => {
    expect(operation('/pie/goview', 'get').security).toEqual([{ 'key-x-api-key': [] }]);
    expect(operation('/rows/amis', 'get').security).toEqual([{ digest: [] }]);
    expect(Object(api.components.securitySchemes)).toMatchObject({
      'key-x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
      'key-authorization': { type: 'http', scheme: 'bearer' },
      'query-key': { type: 'apiKey', in: 'query', name: 'key' },
      digest: { type: 'apiKey' },
    });
    expect(operation('/rows/timed', 'get').security).toEqual([{ 'key-authorization': [] }, { 'query-key': [] }]);
  });

  test.each(['/pie/goview', '/rows/amis', '/rows/timed'])('the schema of %s accepts its example', (path) => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(api, 'api');
    const { schema, examples } = schemaOf(path);
    const atApi = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
    const accepts = ajv.compile(atApi);
    const example = examples.sample.value;
    expect(accepts(example)).toBe(true);
    expect(accepts(null)).toBe(false);
  });

  test('the OpenAPI document describes errors with status 200 as a form of the response, and other errors under their own status', () => {
    expect(Object.keys(operation('/rows/amis', 'get').responses)).toEqual(['200']);
    expect(schemaOf('/rows/amis').schema.oneOf[1]).toEqual({ $ref: '#/components/schemas/Problem' });
    const statuses = ['200', '400', '401', '405', '502', '503', '504'];
    expect(Object.keys(operation('/pie/goview', 'get').responses)).toEqual(statuses);
  });
});
