import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { withBuildLock } from '../../../infra/program/work-folder.ts';
import { compileTemplate } from '../../../infra/stack/compile-template.ts';
import { type PackagedService, packageService, zipFiles } from '../../../infra/stack/package-service.ts';
import { readService } from '../../../infra/stack/template/read-service.ts';
import { resourcesOf } from '../../../infra/stack/template/template.ts';
import { dashboard, endpoint, sql } from '../../support/template/dashboard.ts';

test('bundles are not copied while they are built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-package-'));
  const bundles = join(folder, 'bundles');
  const isStarted = () =>
    access(join(folder, 'serverless.yml')).then(
      () => true,
      () => false,
    );
  const packaging = await withBuildLock(async () => {
    const promise = packageService({ dashboard: dashboard([endpoint('pie', 'a')]), stage: 'dev', folder, bundles });
    promise.catch(() => undefined);
    while (!(await isStarted())) await delay(10);
    await delay(50);
    await mkdir(join(bundles, 'pie'), { recursive: true });
    await writeFile(join(bundles, 'pie', 'index.js'), 'exports.handler = 1;');
    return { promise };
  });
  expect((await packaging.promise).functions.map(({ family }) => family)).toEqual(['pie']);
  await rm(folder, { recursive: true });
});

describe('a packaged dashboard', () => {
  const folders: string[] = [];
  const files = { 'index.js': 'exports.handler = 1;', 'chunks/a.js': 'exports.a = 1;', 'serve-clients-X.js': '' };
  let packaged: PackagedService;
  let again: PackagedService;

  const packageOnce = async (more: Parameters<typeof dashboard>[1] = {}): Promise<PackagedService> => {
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
      endpoint('script', 'chart', { path: '/', client: { methods: ['POST'], envelope: 'code' } }),
      endpoint('frame', 'page'),
      endpoint('frame', 'status', { path: '/status' }),
    ];
    return packageService({ dashboard: dashboard(endpoints, more), stage: 'dev', folder, bundles });
  };
  beforeAll(async () => {
    [packaged, again] = await Promise.all([packageOnce(), packageOnce()]);
  });
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  test('the zip of a function has the code for front ends only if an endpoint has another front end than the platform', async () => {
    const families = packaged.functions.map(async ({ family, zip }) => [
      family,
      Object.keys(unzipSync(await readFile(zip))).includes('serve-clients-X.js'),
    ]);
    expect(Object.fromEntries(await Promise.all(families))).toEqual({ pie: false, script: true, frame: false });
  });

  test('osls runs again only if the stack, the code or the stage has changed', async () => {
    const folder = folders[0] ?? '';
    const zips = packaged.functions.map(({ zip }) => basename(zip));
    const compile = (more: Partial<Parameters<typeof compileTemplate>[0]> = {}) =>
      compileTemplate({ stage: 'dev', folder, zips, signal: AbortSignal.abort(), ...more });
    expect(Object.keys((await compile()).Resources)).toEqual(expect.arrayContaining(['PieLambdaFunction']));
    await expect(compile({ stage: 'prod' })).rejects.toThrow('aborted');
    await expect(compile({ zips: [...zips, 'pie-0.zip'] })).rejects.toThrow('aborted');
    const stack = join(folder, 'stack.json');
    const text = await readFile(stack, 'utf8');
    await writeFile(stack, text.replace('512', '513'));
    await expect(compile()).rejects.toThrow('aborted');
    await writeFile(stack, text);
    await expect(compile()).resolves.toBeDefined();
  });

  test('osls runs again for an unversioned package only if the stack or the stage has changed', async () => {
    const packageLocal = async (text: string, stage: string, signal?: AbortSignal): Promise<readonly string[]> => {
      const folder = await mkdtemp(join(tmpdir(), 'wallfeed-package-'));
      folders.push(folder);
      const bundles = join(folder, 'bundles');
      await mkdir(join(bundles, 'pie'), { recursive: true });
      await writeFile(join(bundles, 'pie', 'index.js'), text);
      const one = dashboard([endpoint('pie', 'share')], { name: basename(folders[0] ?? '').toLowerCase() });
      const options = { dashboard: one, stage, folder, bundles, isUnversioned: true, ...(signal && { signal }) };
      return (await packageService(options)).functions.map(({ zip }) => basename(zip));
    };
    const first = await packageLocal('exports.handler = 1;', 'local');
    const ended = AbortSignal.abort();
    expect(await packageLocal('exports.handler = 2;', 'local', ended)).not.toEqual(first);
    await expect(packageLocal('exports.handler = 1;', 'dev', ended)).rejects.toThrow('aborted');
  });

  test('a packaged dashboard has a function for each family in use, with the settings of the dashboard', () => {
    const service = readService(packaged.template, (logicalId, attribute = '') => `${logicalId} ${attribute}`.trim());
    expect(service.functions.map(({ code }) => code).sort()).toEqual(['frame', 'pie', 'script']);
    expect(service.functions.find(({ code }) => code === 'pie')).toMatchObject({
      name: 'wallfeed-ops-room-dev-pie',
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
      exposed: [
        'Age',
        'Apigw-Requestid',
        'Last-Modified',
        'Retry-After',
        'Server-Timing',
        'Warning',
        'X-Wallfeed-Cache',
        'X-Wallfeed-Empty',
        'X-Wallfeed-Rows',
      ],
      maxAge: 3600,
    });
  });

  test('a packaged dashboard routes the suffixes that the platform appends, and the `path` of an endpoint', () => {
    const { routes } = readService(packaged.template, (logicalId) => logicalId);
    expect(Object.fromEntries(routes.map(({ key, target }) => [key, target]))).toEqual({
      'POST /pie/{endpoint}': 'PieLambdaFunction',
      'POST /script/{endpoint}': 'ScriptLambdaFunction',
      'POST /script/{endpoint}/{library}': 'ScriptLambdaFunction',
      'POST /': 'ScriptLambdaFunction',
      'POST /frame/{proxy+}': 'FrameLambdaFunction',
      'POST /status': 'FrameLambdaFunction',
      'POST /status/{proxy+}': 'FrameLambdaFunction',
    });
  });

  test('a packaged dashboard has a private and encrypted bucket, and the required runtime and names', () => {
    const [bucket] = resourcesOf(packaged.template, 'AWS::S3::Bucket').filter(([name]) => name === 'DataBucket');
    expect(bucket?.[1].Properties).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      BucketEncryption: expect.anything(),
    });
    const functions = resourcesOf(packaged.template, 'AWS::Lambda::Function');
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    }
    expect(packaged.template.Resources.IamRoleLambdaExecution).toBeUndefined();
    expect(packaged.template.Resources.PieRole?.Properties).not.toHaveProperty('RoleName');
  });

  test('a packaged dashboard has an access log, unless the dashboard wants none', async () => {
    const logOf = ({ template }: PackagedService) =>
      resourcesOf(template, 'AWS::ApiGatewayV2::Stage')[0]?.[1].Properties?.AccessLogSettings;
    const quiet = await packageOnce({ accessLog: 'none' });
    expect(logOf(packaged)).toMatchObject({ Format: expect.stringContaining('$context.identity.sourceIp') });
    expect(logOf(quiet)).toBeUndefined();
    expect(quiet.template.Resources.HttpApiLogGroup).toBeUndefined();
  });

  test('the zip of a function contains the bundle and the endpoints of its family, and is reproducible', async () => {
    const pie = packaged.functions.find(({ family }) => family === 'pie');
    const bytes = await readFile(pie?.zip ?? '');
    const zipped = unzipSync(bytes);
    expect(Object.keys(zipped).sort()).toEqual(['chunks/a.js', 'dashboard.json', 'index.js']);
    const config = JSON.parse(Buffer.from(zipped['dashboard.json'] ?? []).toString());
    expect(config).toMatchObject({ dashboard: 'ops-room', timezone: 'Asia/Shanghai' });
    expect(Object.keys(config.endpoints)).toEqual(['share', 'orders']);
    const reversed = Object.fromEntries(Object.entries(zipped).toReversed());
    expect(bytes.equals(zipFiles(reversed, 6))).toBe(true);
    const other = again.functions.find(({ family }) => family === 'pie');
    expect(bytes.equals(await readFile(other?.zip ?? ''))).toBe(true);
  });
});
