import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTable } from '../../../infra/tools/format-table.ts';
import { runStart } from '../../e2e/start-process.ts';
import type { BenchFolder } from './bench-folder.ts';
import { fileOf, nameOf, SIZES } from './files.ts';
import { type Fired, fire } from './fire.ts';
import { startServer } from './start-server.ts';

const [ROWS] = SIZES;
const CLIENTS = [1, 16, 64] as const;
const SECONDS = 4;

const DASHBOARD = `dashboard: bench
throttle: { rate: 10000, burst: 5000 }
endpoints:
  cached-${ROWS}: { component: Pie Chart, csv: ${nameOf(ROWS)}, cache: 1h }
  uncached-${ROWS}: { component: Pie Chart, csv: ${nameOf(ROWS)} }
`;

/** A dashboard of the bench's own, with a throttle that is not what is measured. */
const writeDashboard = async (folder: string): Promise<string> => {
  const dashboard = join(folder, 'dashboard');
  await mkdir(join(dashboard, 'data'), { recursive: true });
  await writeFile(join(dashboard, 'dashboard.yml'), DASHBOARD);
  await writeFile(join(dashboard, 'data', nameOf(ROWS)), fileOf(ROWS));
  return dashboard;
};

interface Loaded {
  readonly name: string;
  readonly url: string;
}

const fireAll = async (subjects: readonly Loaded[]): Promise<ReadonlyMap<string, readonly Fired[]>> => {
  const found = new Map<string, Fired[]>(subjects.map(({ name }) => [name, []]));
  for (const { url } of subjects) await fire({ url, clients: 64, seconds: 1 });
  for (const clients of CLIENTS) {
    for (const { name, url } of subjects) found.get(name)?.push(await fire({ url, clients, seconds: SECONDS }));
  }
  return found;
};

const print = (found: ReadonlyMap<string, readonly Fired[]>): void => {
  console.log(`\nThe local stack, ${ROWS} rows: gateway, real runtime processes, S3; beside a plain Fastify server`);
  console.log(`Each for ${SECONDS} s. An unchanged object is told by S3 (304) and not parsed again.\n`);
  const head = CLIENTS.flatMap((clients) => [`${clients} clients/s`, 'p50 ms', 'p99 ms']);
  const lines = Array.from(found, ([name, all]) => [
    name,
    ...all.flatMap(({ perSecond, p50, p99 }) => [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)]),
  ]);
  console.log(formatTable([['', ...head], ...lines], [1, 2, 3, 4, 5, 6, 7, 8, 9]));
};

/** Requests a second at the local stack, which is what `npm start` starts. */
export const benchLocalStack = async ({ folder, data, environment }: BenchFolder): Promise<void> => {
  const dashboard = await writeDashboard(folder);
  const start = runStart(['--dashboard', dashboard, '--port', '0']);
  const fastify = await startServer({ name: 'fastify', data, environment });
  try {
    const [, url = ''] = await start.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m);
    const subjects = [
      { name: 'Wallfeed with cache', url: `${url}/pie/cached-${ROWS}` },
      { name: 'Wallfeed, object for each request', url: `${url}/pie/uncached-${ROWS}` },
      { name: 'Fastify, cached object', url: `${fastify.url}/pie/cached-${ROWS}` },
      { name: 'Fastify, file for each request', url: `${fastify.url}/pie/uncached-${ROWS}` },
    ];
    print(await fireAll(subjects));
  } finally {
    await fastify.close();
    await start.stop();
  }
};
