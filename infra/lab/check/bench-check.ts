import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../program/project-root.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { writeOrders } from '../files/order-file.ts';
import { TIMEZONE } from '../files/subjects/subject.ts';
import { median } from '../statistics.ts';

const execute = promisify(execFile);

const ROUNDS = 5;
const LARGE_BYTES = 98_000_000;
const MAX_RATIO = 1.2;

/** Writes the CPU time of all threads to a file when a process ends. */
const RECORD_CPU = `data:text/javascript,${encodeURIComponent(
  "import{appendFileSync}from'node:fs';import{isMainThread}from'node:worker_threads';if(isMainThread)process.on('exit',()=>{const{user,system}=process.cpuUsage();appendFileSync(process.env.CPU_FILE,(user+system)/1000+'\\n')})",
)}`;

const DEFINITION = `dashboard: orders
timezone: ${TIMEZONE}
memory: 3008
endpoints:
  regions:
    component: Map
    csv: { file: orders.csv, where: { Status: paid }, columns: { name: Region, value: { sum: Amount } } }
`;

const writeLargeFolder = async (folder: string): Promise<string> => {
  await mkdir(join(folder, 'data'), { recursive: true });
  await writeFile(join(folder, 'dashboard.yml'), DEFINITION);
  await writeOrders(join(folder, 'data', 'orders.csv'), LARGE_BYTES);
  return folder;
};

/** Returns the CPU time of `check` in a checkout, in milliseconds. Fails if `check` finds an error. */
const measure = async (checkout: string, dashboard: string, cpuFile: string): Promise<number> => {
  await writeFile(cpuFile, '');
  const env = { ...process.env, CPU_FILE: cpuFile, NODE_OPTIONS: `--import=${RECORD_CPU}` };
  const args = ['infra/cli/run.mjs', 'check', '--dashboard', dashboard];
  await execute(process.execPath, args, { cwd: checkout, env });
  const times = (await readFile(cpuFile, 'utf8')).trim().split('\n').map(Number);
  return times.reduce((sum, ms) => sum + ms, 0);
};

/** Measures `check` here and in the checkout of an earlier version, in turns, and prints the ratio of the medians. */
export const benchCheck = async (peer: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  const cpuFile = join(folder, 'cpu');
  const compare = async (name: string, dashboardOf: (checkout: string) => string): Promise<readonly string[]> => {
    const times = { here: [] as number[], there: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.there.push(await measure(peer, dashboardOf(peer), cpuFile));
      times.here.push(await measure(projectRoot, dashboardOf(projectRoot), cpuFile));
    }
    const [here, there] = [median(times.here), median(times.there)];
    const ratio = here / there;
    return [name, here.toFixed(0), there.toFixed(0), ratio.toFixed(2), ratio <= MAX_RATIO ? 'yes' : 'no'];
  };
  try {
    const demo = await compare('its demo', (checkout) => join(checkout, 'infra/dashboards/demo'));
    const large = await writeLargeFolder(join(folder, 'large'));
    const rows = [demo, await compare('a file of 98 MB', () => large)];
    console.log(
      formatTable([['check of', 'CPU ms here', 'CPU ms there', 'ratio', `at most ${MAX_RATIO}`], ...rows], [1, 2, 3]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
