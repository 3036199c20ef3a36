import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defineCommand } from '../command-line/define-command.ts';
import { prepareDemo } from '../dashboards/demo/exports/refresh-demo.ts';
import { type SimulatedWall, simulateLog } from '../lab/cost/simulate-log.ts';
import { clonePath } from '../program/program-files.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

const WALLS = 50;
const ENDPOINTS = 20;
const BYTES_PER_MB = 1_000_000;
const BODY_BYTES = 3500;

/** A module that prints the processor time and the most memory of a program at its end. */
const MEASURE =
  'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();' +
  'process.stderr.write("measured "+(u.userCPUTime+u.systemCPUTime)+" "+u.maxRSS)})';

const MAIN = join(clonePath('infra'), 'cli', 'main.ts');

const measure = async (title: string, args: readonly string[]): Promise<void> => {
  const startedAt = performance.now();
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', MEASURE, MAIN, 'cost', ...args]);
  const seconds = (performance.now() - startedAt) / 1000;
  const [, cpu = 0, kilobytes = 0] = /measured (\d+) (\d+)/.exec(stderr) ?? [];
  const memory = `${Math.round((Number(kilobytes) * 1024) / BYTES_PER_MB)} MB of memory`;
  console.log(`${title}: ${seconds.toFixed(1)} s, ${(Number(cpu) / 1e6).toFixed(1)} s of CPU, ${memory}`);
};

const CSV = 'name,value,score,pv\na,1,,\n';

const slugsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `traffic-${index}`);

const writeWall = async (folder: string, name: string, count: number): Promise<string> => {
  const path = join(folder, name);
  const lines = slugsOf(count).map((slug) => `  ${slug}: { component: 3D Pie Chart, csv: traffic.csv }\n`);
  await mkdir(join(path, 'data'), { recursive: true });
  await writeFile(join(path, 'dashboard.yml'), `dashboard: ${name}\nendpoints:\n${lines.join('')}`);
  await writeFile(join(path, 'data', 'traffic.csv'), CSV);
  return path;
};

const writeLog = async (file: string, megabytes: number): Promise<void> => {
  const endpoints = slugsOf(2).map((slug) => ({ slug, family: 'pie', cacheSeconds: 0, bodyBytes: BODY_BYTES }));
  const shared = { dashboard: 'ops-room', screens: 3, refreshSeconds: 5, hoursADay: 14, days: 31 };
  const wall: SimulatedWall = { ...shared, endpoints, lifeSeconds: 7200, strangers: 0 };
  const out = createWriteStream(file);
  let written = 0;
  for (const line of simulateLog(wall)) {
    if (written >= megabytes * BYTES_PER_MB) break;
    written += line.length + 1;
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  await once(out.end(), 'finish');
};

export const command = defineCommand({
  options: { log: { value: 'MB', meaning: 'the size of the log that cost --actual counts', default: '200' } },
  run: async ({ log }) => {
    const megabytes = Number(log);
    if (!(megabytes >= 1 && megabytes <= 1000))
      return fail(`--log must be a number of MB from 1 to 1000, such as 200; found ${log}`, EXIT_USAGE);
    await measure('The demo with all trials', ['--dashboard', await prepareDemo()]);
    const folder = await mkdtemp(join(tmpdir(), 'wallfeed-bench-'));
    const names = Array.from({ length: WALLS }, (_, index) => `wall-${index}`);
    const walls = await Promise.all(names.map((name) => writeWall(folder, name, ENDPOINTS)));
    await measure(`${WALLS} walls of ${ENDPOINTS} endpoints`, walls);
    const wall = await writeWall(folder, 'ops-room', 2);
    await writeLog(join(folder, 'wall.log'), megabytes);
    await measure(`A log of ${megabytes} MB`, ['--dashboard', wall, '--actual', join(folder, 'wall.log')]);
    await rm(folder, { recursive: true });
    return undefined;
  },
});
