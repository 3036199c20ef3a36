import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions } from '../../infra/build/build-functions.ts';
import { startObjectStore } from '../../infra/local/object-store.ts';
import type { DashboardConfig } from '../../shared/config/dashboard-config.ts';
import { type ColdFunction, measureFirstAnswer } from './first-answer.ts';
import { type FileSize, folderSizes, sumSizes } from './folder-sizes.ts';
import { median } from './statistics.ts';

const ROUNDS = 21;
/** Files of fewer bytes are told together. */
const SMALL = 15_000;

const CSV =
  'name,value,score,pv\nSearch,38.5,,\nDirect,24.2,,\nSocial,17.8,,\nMail,10.1,,\nPartners,6.4,,\nOthers,3,,\n';

const config: DashboardConfig = {
  dashboard: 'bench',
  family: 'pie',
  version: 'bench',
  timezone: 'UTC',
  endpoints: {
    share: {
      component: '3D Pie Chart',
      shape: '3d-pie-chart',
      options: {},
      tokens: [],
      deadline: 8_000,
      tables: { table: { source: 'csv', key: 'bench/share.csv' } },
    },
  },
};

const event = {
  version: '2.0',
  routeKey: 'POST /pie/{endpoint}',
  rawPath: '/pie/share',
  rawQueryString: '',
  pathParameters: { endpoint: 'share' },
  headers: { 'content-type': 'application/json' },
  body: '{"currentTime":1513137332798,"timePeriod":30}',
  isBase64Encoded: false,
};

const createEmpty = async (folder: string): Promise<string> => {
  const taskRoot = join(folder, 'empty');
  await mkdir(taskRoot);
  await writeFile(join(taskRoot, 'package.json'), '{"type":"commonjs"}');
  await writeFile(join(taskRoot, 'index.js'), 'exports.handler = async () => ({ statusCode: 200 });');
  return taskRoot;
};

const createPie = async (folder: string, codeCache: boolean): Promise<string> => {
  const built = await buildFunctions({ families: ['pie'], codeCache });
  const taskRoot = join(folder, codeCache ? 'cached' : 'plain');
  await cp(join(built.folder, 'pie'), taskRoot, { recursive: true });
  await writeFile(join(taskRoot, 'dashboard.json'), JSON.stringify(config));
  return taskRoot;
};

const measure = async (functions: readonly ColdFunction[]): Promise<readonly (readonly number[])[]> => {
  const times = functions.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, one] of functions.entries()) times[index]?.push(await measureFirstAnswer(one));
  }
  return times;
};

const printTimes = (functions: readonly ColdFunction[], medians: readonly number[]): void => {
  const [empty = Number.NaN] = medians;
  console.log(
    `First answer, process start included: medians of ${ROUNDS} interleaved starts on Node ${process.version}`,
  );
  for (const [index, { name }] of functions.entries()) {
    const time = medians[index] ?? Number.NaN;
    console.log(
      `  ${name.padEnd(34)} ${time.toFixed(1).padStart(6)} ms ${(time / empty).toFixed(2).padStart(6)} x empty`,
    );
  }
};

const isCache = ({ path }: FileSize): boolean => path.endsWith('.cache');

const printSizes = (title: string, sizes: readonly FileSize[]): void => {
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11);
  const [small, large] = [sizes.filter(({ bytes }) => bytes < SMALL), sizes.filter(({ bytes }) => bytes >= SMALL)];
  const rest = small.length > 0 ? [sumSizes(`${small.length} smaller files`, small)] : [];
  console.log(`\n${title}: bytes, and as gzip`);
  for (const { path, bytes, zipped } of [...large, ...rest, sumSizes('all', sizes)]) {
    console.log(`  ${path.padEnd(34)} ${kib(bytes)} ${kib(zipped)}`);
  }
};

/** How much longer the first answer of the pie function, from a CSV file in S3, takes than that of an empty handler. */
export const benchCold = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-bench-'));
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'share.csv'), CSV);
  const store = await startObjectStore({ bucket: 'bench', dashboard: 'bench', data });
  const environment = {
    WALLFEED_BUCKET: 'bench',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_S3: store.url,
  };
  try {
    const functions: readonly ColdFunction[] = [
      { name: 'empty handler', taskRoot: await createEmpty(folder), environment, event },
      { name: 'pie from CSV, with code cache', taskRoot: await createPie(folder, true), environment, event },
      { name: 'pie from CSV, without', taskRoot: await createPie(folder, false), environment, event },
    ];
    printTimes(functions, (await measure(functions)).map(median));
    const [, cached = '', plain = ''] = functions.map(({ taskRoot }) => taskRoot);
    printSizes('The bundle', await folderSizes(plain));
    printSizes('Its code cache', (await folderSizes(cached)).filter(isCache));
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
};
