import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { readFamilySchemas, type SchemaFile } from '../../build/bundling/family-schemas.ts';
import { BUNDLE_TARGET } from '../../program/lambda-runtime.ts';
import { installFunction } from '../load/wallfeed.ts';
import { CERTIFICATE } from './aws-server.ts';
import { type ColdFunction, installEntry } from './start-function.ts';

const CSV_KEY = 'bench/share.csv';
const TTL_MS = 3_600_000;

const endpointOf = (more: Partial<EndpointConfig>): EndpointConfig => ({
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tokens: [],
  deadline: 8_000,
  tables: { table: { source: 'csv', key: CSV_KEY } },
  ...more,
});

const fromSql: Partial<EndpointConfig> = {
  tables: {
    table: { source: 'sql', statement: 'select name, value, score, pv from share', parameters: ['from', 'to'] },
  },
};

const changing = (rows: number): Partial<EndpointConfig> => ({
  tables: { table: { source: 'csv', key: `bench/changing-${rows}.csv` } },
});

export const ENDPOINTS: Readonly<Record<string, EndpointConfig>> = {
  csv: endpointOf({}),
  json: endpointOf({ tables: {}, document: { source: 'json', key: 'bench/share.json' } }),
  sql: endpointOf(fromSql),
  shared: endpointOf({ cache: { ttl: TTL_MS, shared: true } }),
  token: endpointOf({ tokens: [{ from: 'ssm', name: '/bench/token' }] }),
  hit: endpointOf({ cache: { ttl: TTL_MS, shared: false } }),
  ...Object.fromEntries(
    [6, 20, 1_000, 10_000].map((rows) => [
      `changing-${rows}`,
      endpointOf({ component: 'Pie Chart', shape: 'proportion-series', ...changing(rows) }),
    ]),
  ),
};

const environmentFor = (url: string): Readonly<Record<string, string>> => ({
  WALLFEED_BUCKET: 'bench',
  WALLFEED_CACHE_TABLE: 'bench',
  WALLFEED_CLUSTER_ARN: 'arn:aws:rds:us-east-1:000000000000:cluster:bench',
  WALLFEED_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:bench',
  WALLFEED_DATABASE: 'bench',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_ENDPOINT_URL: url,
  NODE_EXTRA_CA_CERTS: CERTIFICATE,
});

type SchemasByUri = Readonly<Record<string, object>>;

const byUri = (files: readonly SchemaFile[]): SchemasByUri =>
  Object.fromEntries(files.map(({ path, text }) => [`file:///${path}`, JSON.parse(text)]));

const bundlePlain = async (taskRoot: string, entry: string, minify: boolean): Promise<void> => {
  const { common, shapes } = await readFamilySchemas('pie');
  const schemas = { common: byUri(common), shapes: byUri(Object.values(shapes)) };
  await writeFile(join(taskRoot, 'package.json'), '{"type":"commonjs"}');
  await build({
    entryPoints: [fileURLToPath(new URL(`./plain/${entry}.ts`, import.meta.url))],
    outfile: join(taskRoot, 'index.js'),
    define: { FAMILY_SCHEMAS: JSON.stringify(schemas) },
    bundle: true,
    minify,
    platform: 'node',
    target: BUNDLE_TARGET,
    format: 'cjs',
  });
};

export const createInstaller = (folder: string, url: string) => {
  const environment = environmentFor(url);
  let installed = 0;
  const install = async (
    name: string,
    entry: string,
    fill: (taskRoot: string) => Promise<void>,
  ): Promise<ColdFunction> => {
    installed += 1;
    const taskRoot = join(folder, String(installed));
    await mkdir(taskRoot, { recursive: true });
    await fill(taskRoot);
    await installEntry(taskRoot);
    return { name, taskRoot, environment: { ...environment, BENCH_ENTRY: entry } };
  };
  return {
    empty: () =>
      install('empty handler', 'index.js', async (taskRoot) => {
        await writeFile(join(taskRoot, 'package.json'), '{"type":"commonjs"}');
        await writeFile(join(taskRoot, 'index.js'), 'exports.handler = async () => ({ statusCode: 200 });');
      }),
    /** A minified bundle: Middy, both AWS clients, csv-parse, and Ajv with two small schemas. */
    plain: () => install('plain handler', 'index.js', (taskRoot) => bundlePlain(taskRoot, 'plain-handler', true)),
    /**
     * Not minified. Ajv compiles the schemas of the whole family at start, because the packaged function validates all
     * of them.
     */
    whole: () => install('plain, all schemas', 'index.js', (taskRoot) => bundlePlain(taskRoot, 'whole-handler', false)),
    wallfeed: (name: string, slugs: readonly string[]) => {
      const endpoints = Object.fromEntries(slugs.map((slug) => [slug, ENDPOINTS[slug] as EndpointConfig]));
      const config: DashboardConfig = {
        dashboard: 'bench',
        family: 'pie',
        version: 'bench',
        timezone: 'UTC',
        endpoints,
      };
      return install(name, 'index.mjs', (taskRoot) => installFunction(taskRoot, config));
    },
  };
};

export type Installer = ReturnType<typeof createInstaller>;
