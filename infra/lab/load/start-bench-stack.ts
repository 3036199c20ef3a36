import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStart, type StartProcess } from '../../../tests/support/start-process.ts';
import { fileOf, nameOf, SIZES } from './files.ts';

const TOKEN = { name: 'WALLFEED_BENCH_TOKEN', secret: 'secret' };

const endpointsOf = (rows: number): string => `
  cached-${rows}: { component: Pie Chart, csv: ${nameOf(rows)}, cache: 1h }
  short-${rows}: { component: Pie Chart, csv: ${nameOf(rows)}, cache: 2s, stale: 1m }
  uncached-${rows}: { component: Pie Chart, csv: ${nameOf(rows)} }
  locked-${rows}: { component: Pie Chart, csv: ${nameOf(rows)}, cache: 1h, token: env:${TOKEN.name}, maxSkew: off }`;

const DASHBOARD = `dashboard: bench
throttle: { rate: 10000, burst: 5000 }
endpoints:${SIZES.map(endpointsOf).join('')}
`;

/** An endpoint that nobody requests. Its function gets the variable of its token: here the options of Node. */
const WITH_OPTIONS = `  options: { component: Pie Chart, csv: ${nameOf(SIZES[0])}, token: env:NODE_OPTIONS }
`;

/** The throttle of the stack is raised, because it is not measured. */
export interface BenchStack {
  readonly start: StartProcess;
  readonly url: string;
  readonly data: string;
}

/**
 * Starts the same stack as `npm start`. The caller stops it.
 * @param nodeOptions options of Node for `start` and for the functions.
 */
export const startBenchStack = async (folder: string, nodeOptions?: string): Promise<BenchStack> => {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(folder, 'dashboard.yml'), nodeOptions ? DASHBOARD + WITH_OPTIONS : DASHBOARD);
  for (const rows of SIZES) await writeFile(join(data, nameOf(rows)), fileOf(rows));
  const start = runStart(['--dashboard', folder, '--port', '0'], {
    [TOKEN.name]: TOKEN.secret,
    ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
  });
  const [, url = ''] = await start.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m);
  return { start, url, data };
};
