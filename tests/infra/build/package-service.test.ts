import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { type PackagedService, packageService } from '../../../infra/build/package-service.ts';
import { describeStack } from '../../../infra/build/stack/describe-stack.ts';
import { readService } from '../../../infra/local/template/read-service.ts';
import { resolveIntrinsics } from '../../../infra/local/template/resolve-intrinsics.ts';
import { resourcesOf } from '../../../infra/local/template/template.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../../infra/tools/dashboard/load-dashboard.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';

const CONFIG: EndpointConfig = {
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables: { table: { source: 'csv', key: 'ops-room/a.csv' } },
  tokens: [],
  deadline: 8000,
};

const endpoint = (family: string, slug: string, config: Partial<EndpointConfig> = {}): LoadedEndpoint => ({
  slug,
  family,
  component: '3D Pie Chart',
  path: config.path ?? `/${family}/${slug}`,
  source: 'csv a.csv',
  config: { ...CONFIG, ...config },
});

const dashboard = (endpoints: readonly LoadedEndpoint[], more: Partial<LoadedDashboard> = {}): LoadedDashboard => ({
  folder: '/nowhere',
  name: 'ops-room',
  timezone: 'Asia/Shanghai',
  origins: ['https://wall.example.com'],
  memory: 512,
  timeout: 7000,
  throttle: { rate: 5, burst: 9 },
  endpoints,
  checked: [],
  faults: [],
  localOnly: [],
  ...more,
});

const sql = (database?: { cluster: string; secret: string; name: string }): Partial<EndpointConfig> => ({
  tables: { table: { source: 'sql', statement: 'select 1', parameters: [], ...(database ? { database } : {}) } },
});

describe('a packaged dashboard', () => {
  const folders: string[] = [];
  const files = { 'index.js': 'exports.handler = 1;', 'chunks/a.js': 'exports.a = 1;' };
  let packaged: PackagedService;
  let again: PackagedService;

  const packageOnce = async (): Promise<PackagedService> => {
    const folder = await mkdtemp(join(tmpdir(), 'wallfeed-package-'));
    const bundles = join(folder, 'bundles');
    folders.push(folder);
    for (const family of ['pie', 'script', 'frame']) {
      await mkdir(join(bundles, family, 'chunks'), { recursive: true });
      for (const [name, text] of Object.entries(files)) await writeFile(join(bundles, family, name), text);
    }
    const endpoints = [
      endpoint('pie', 'share', { tokens: [{ from: 'ssm', name: '/ops-room/token' }] }),
      endpoint('pie', 'orders', sql()),
      endpoint('script', 'chart', { path: '/' }),
      endpoint('frame', 'page'),
    ];
    return packageService({ dashboard: dashboard(endpoints), stage: 'dev', folder, bundles });
  };
  beforeAll(async () => {
    [packaged, again] = await Promise.all([packageOnce(), packageOnce()]);
  }, 60_000);
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  test('has a function for each family used, with the settings of the dashboard', () => {
    const service = readService(packaged.template, (logicalId, attribute = '') => `${logicalId} ${attribute}`.trim());
    expect(service.functions.map(({ code }) => code).sort()).toEqual(['frame', 'pie', 'script']);
    expect(service.functions.find(({ code }) => code === 'pie')).toMatchObject({
      name: 'ops-room-dev-pie',
      handler: 'index.handler',
      memory: 512,
      timeout: 7000,
      environment: { WALLFEED_BUCKET: 'DataBucket', WALLFEED_CLUSTER_ARN: 'Database DBClusterArn' },
    });
    expect(service.throttle).toEqual({ rate: 5, burst: 9 });
    expect(service.cors).toEqual({
      origins: ['https://wall.example.com'],
      methods: ['POST'],
      headers: ['content-type', 'x-token'],
      exposed: ['Age', 'Retry-After', 'Server-Timing', 'X-Wallfeed-Cache'],
      maxAge: 3600,
    });
  });

  test('routes what the platform appends, and an address of an endpoint’s own', () => {
    const { routes } = readService(packaged.template, (logicalId) => logicalId);
    expect(Object.fromEntries(routes.map(({ key, target }) => [key, target]))).toEqual({
      'POST /pie/{endpoint}': 'PieLambdaFunction',
      'POST /script/{endpoint}': 'ScriptLambdaFunction',
      'POST /script/{endpoint}/{library}': 'ScriptLambdaFunction',
      'POST /': 'ScriptLambdaFunction',
      'POST /frame/{endpoint}': 'FrameLambdaFunction',
      'POST /frame/{endpoint}/': 'FrameLambdaFunction',
    });
  });

  test('keeps its bucket private and encrypted, and its runtime and names as they must be', () => {
    const [bucket] = resourcesOf(packaged.template, 'AWS::S3::Bucket').filter(([name]) => name === 'DataBucket');
    expect(bucket?.[1].Properties).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      BucketEncryption: expect.anything(),
    });
    const functions = resourcesOf(packaged.template, 'AWS::Lambda::Function');
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    }
    expect(packaged.template.Resources.IamRoleLambdaExecution?.Properties?.RoleName).toEqual({ Ref: 'AWS::NoValue' });
  });

  test('zips the bundle and the family’s own endpoints at the root, into the same bytes each time', async () => {
    const pie = packaged.functions.find(({ family }) => family === 'pie');
    const bytes = await readFile(pie?.zip ?? '');
    const zipped = unzipSync(bytes);
    expect(Object.keys(zipped).sort()).toEqual(['chunks/a.js', 'dashboard.json', 'index.js']);
    const config = JSON.parse(Buffer.from(zipped['dashboard.json'] ?? []).toString());
    expect(config).toMatchObject({ dashboard: 'ops-room', timezone: 'Asia/Shanghai' });
    expect(Object.keys(config.endpoints)).toEqual(['share', 'orders']);
    const other = again.functions.find(({ family }) => family === 'pie');
    expect(bytes.equals(await readFile(other?.zip ?? ''))).toBe(true);
  });
});

describe('the description of a stack', () => {
  const actionsOf = (described: LoadedDashboard) =>
    describeStack(described, 'dev').permissions.map(({ Action, Resource }) => [
      ...Action,
      ...(resolveIntrinsics(Resource, () => 'aws') as readonly string[]),
    ]);

  test('without SQL or tokens it may read its objects alone', () => {
    const stack = describeStack(dashboard([endpoint('pie', 'a')]), 'dev');
    expect(stack.permissions.map(({ Action }) => Action)).toEqual([['s3:GetObject'], ['s3:ListBucket']]);
    expect(stack.resources.join()).not.toContain('database');
    expect(stack.environment).toEqual({ WALLFEED_BUCKET: { Ref: 'DataBucket' } });
  });

  test('a bucket and a database that the dashboard names are not made', () => {
    const database = { cluster: 'arn:cluster', secret: 'arn:secret', name: 'metrics' };
    const named = dashboard([endpoint('pie', 'a', sql(database))], { bucket: 'theirs' });
    const stack = describeStack(named, 'dev');
    expect(stack.resources.join()).not.toMatch(/bucket|database/);
    expect(stack.environment).toEqual({ WALLFEED_BUCKET: 'theirs' });
    expect(actionsOf(named)).toEqual([
      ['s3:GetObject', 'arn:aws:s3:::theirs/ops-room/*'],
      ['s3:ListBucket', 'arn:aws:s3:::theirs'],
      ['rds-data:ExecuteStatement', 'arn:cluster'],
      ['secretsmanager:GetSecretValue', 'arn:secret'],
    ]);
  });

  test('an object of another bucket may be read, and nothing beside it', () => {
    const elsewhere = { tables: { table: { source: 'csv', bucket: 'other', key: 'x/y.csv' } } } as const;
    expect(actionsOf(dashboard([endpoint('pie', 'a', elsewhere)]))[0]).toContain('arn:aws:s3:::other/x/y.csv');
  });

  test('tokens of the environment are for the local stage alone', () => {
    process.env.WALLFEED_TEST_TOKEN = 'abc';
    const withToken = dashboard([endpoint('pie', 'a', { tokens: [{ from: 'env', name: 'WALLFEED_TEST_TOKEN' }] })]);
    expect(describeStack(withToken, 'local').environment).toMatchObject({ WALLFEED_TEST_TOKEN: 'abc' });
    expect(() => describeStack(withToken, 'dev')).toThrow('env:WALLFEED_TEST_TOKEN is for the local stack alone');
  });
});
