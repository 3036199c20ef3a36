import { beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type LoadedDashboard, loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { prepareDemo } from '../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { describeApi } from '../../../infra/openapi/describe-api.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';

const BASE = 'https://wall.example.com';

const describeAt = (dashboard: LoadedDashboard) => describeApi(dashboard, { url: BASE }, '1.2.3');

const describeFile = async (...endpoints: readonly string[]) =>
  describeAt(await loadDashboard(await writeFolder({ 'dashboard.yml': endpointsFile(...endpoints) })));

describe('the OpenAPI document of a dashboard', () => {
  let demo: LoadedDashboard;
  let api: Awaited<ReturnType<typeof describeApi>>;

  beforeAll(async () => {
    demo = await loadDashboard(await prepareDemo());
    api = await describeAt(demo);
  });

  test('the OpenAPI document of a dashboard is valid for an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(api));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  test('the OpenAPI document describes one POST for each endpoint, in the order of dashboard.yml', () => {
    expect(Object.keys(api.paths)).toEqual(demo.endpoints.map(({ path }) => encodeURI(path)));
    expect(Object.values(api.paths).map(Object.keys)).toEqual(demo.endpoints.map(() => ['post']));
    expect(api.servers).toEqual([{ url: BASE }]);
  });

  test('the OpenAPI document has a schema for each body, which accepts the sample, and refuses null except for scripts', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(api, 'api');
    const found = Object.entries(api.components.examples).map(([shape, { value }]) => {
      const validate = ajv.compile({ $ref: `api#/components/schemas/${shape}` });
      return { shape, takesSample: validate(value), takesNull: validate(null) };
    });
    expect(found.filter(({ takesSample }) => !takesSample)).toEqual([]);
    expect(found.filter(({ takesNull }) => takesNull).map(({ shape }) => shape)).toEqual(['scripted-chart']);
  });

  test('the OpenAPI document of a dashboard is the same at every run', async () => {
    expect(JSON.stringify(await describeAt(await loadDashboard(await prepareDemo())))).toBe(JSON.stringify(api));
  });

  test('the OpenAPI document describes the headers of broken promises only for a dashboard with promises', async () => {
    const pie = 'component: 3D Pie Chart, csv: s3://bucket/pie.csv';
    const { paths, components } = await describeFile(`  promised: { ${pie}, expect: { value: { atLeast: 1 } } }`);
    const expected = ['X-Wallfeed-Expect', 'X-Wallfeed-Found'];
    expect(Object.keys(paths['/pie/promised']?.post?.responses[200].headers ?? {})).toEqual(
      expect.arrayContaining(expected),
    );
    expect(Object.keys(components.headers)).toEqual(expect.arrayContaining(expected));
    expect(Object.keys(api.components.headers)).not.toEqual(expect.arrayContaining([expected[0]]));
  });

  test('the OpenAPI document describes the status 401 and the digest only for endpoints with a token', async () => {
    const { paths } = await describeFile(
      '  open: { component: 3D Pie Chart, csv: s3://bucket/pie.csv }',
      '  closed: { component: 3D Pie Chart, csv: s3://bucket/pie.csv, token: ssm:/wall }',
    );
    const posts = Object.fromEntries(Object.entries(paths).map(([path, { post }]) => [path, post]));
    expect(Object.keys(posts['/pie/open']?.responses ?? {})).toEqual(['200', '400', '502', '503', '504']);
    expect(Object.keys(posts['/pie/closed']?.responses ?? {})).toEqual(['200', '400', '401', '502', '503', '504']);
    expect(posts['/pie/open']?.security).toEqual([]);
    expect(posts['/pie/closed']?.security).toEqual([{ digest: [] }]);
  });

  test('the OpenAPI document of a dashboard has no security scheme if no endpoint has a token', async () => {
    const { components } = await describeFile('  open: { component: 3D Pie Chart, csv: s3://bucket/pie.csv }');
    expect(components).not.toHaveProperty('securitySchemes');
    expect(Object.keys(components.responses)).not.toContain('Problem401');
  });
});
