import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatNumberTable, median } from '../statistics.ts';
import { startAwsServer } from './aws-server.ts';
import { createEvent } from './bench-event.ts';
import { type CpuShare, cpuTimeOf, openCpuShare } from './cpu-share.ts';
import { createInstaller, type Installer } from './install-functions.ts';
import { type ColdFunction, startFunction } from './start-function.ts';
import { benchMemory, benchSteady } from './steady.ts';

interface FileSize {
  readonly path: string;
  readonly bytes: number;
  readonly zipped: number;
}

/** Returns the sizes of all files in a folder, plain and compressed, the largest first. */
const folderSizes = async (folder: string): Promise<readonly FileSize[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = files.map(async (file) => {
    const content = await readFile(file);
    return { path: file.slice(folder.length + 1), bytes: content.length, zipped: gzipSync(content).length };
  });
  return (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
};

const sumSizes = (path: string, sizes: readonly FileSize[]): FileSize => ({
  path,
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  zipped: sizes.reduce((sum, { zipped }) => sum + zipped, 0),
});

const ROUNDS = 9;
const MEMORIES_MB = [128, 256, 512, 1024] as const;
const WITHOUT_SHARE_MB = [256] as const;
const LATENCY_MS = 5;
/** Length of the periods in which Lambda grants CPU time, as measurements of its throttling show. */
const PERIOD_MS = 20;

interface Subject {
  readonly one: ColdFunction;
  readonly slug: string;
}

/** Milliseconds. */
interface Sample {
  /** From the start of the process to the end of INIT. */
  readonly start: number;
  /** Loading the handler's module, with its warm-up. */
  readonly init: number;
  readonly first: number;
  readonly second: number;
  /** For the first request. */
  readonly cpu: number;
}

const measureOnce = async ({ one, slug }: Subject, memoryMb: number, share: CpuShare | undefined): Promise<Sample> => {
  const started = await startFunction(one, memoryMb);
  try {
    await share?.limit(started.pid, memoryMb);
    const before = await cpuTimeOf(started.pid);
    const first = await started.ask(createEvent(slug));
    const cpu = (await cpuTimeOf(started.pid)) - before;
    const second = await started.ask(createEvent(slug));
    return { start: started.startMs, init: started.initMs, first, second, cpu };
  } finally {
    await started.end();
  }
};

const medianOf = (samples: readonly Sample[]): Sample => {
  const middle = (name: keyof Sample): number => median(samples.map((sample) => sample[name]));
  const [start, init, first, second] = [middle('start'), middle('init'), middle('first'), middle('second')];
  return { start, init, first, second, cpu: middle('cpu') };
};

const measure = async (
  subjects: readonly Subject[],
  memoryMb: number,
  share: CpuShare | undefined,
): Promise<readonly Sample[]> => {
  const samples = subjects.map((): Sample[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, subject] of subjects.entries())
      samples[index]?.push(await measureOnce(subject, memoryMb, share));
  }
  return samples.map(medianOf);
};

const COLUMNS = ['start', 'INIT', 'first', 'second', 'billed', 'CPU', 'x plain', 'x whole'] as const;
const PLAIN_INDEX = 1;
const WHOLE_INDEX = 2;

const ratioTo = ({ init, first }: Sample, base: Sample): string =>
  ((init + first) / (base.init + base.first)).toFixed(2);

const print = (subjects: readonly Subject[], samples: readonly Sample[], memoryMb: number): void => {
  const [plain, whole] = [samples[PLAIN_INDEX], samples[WHOLE_INDEX]];
  console.log(`\n${memoryMb} MB`);
  const rows: string[][] = [['function, endpoint', ...COLUMNS]];
  for (const [index, { one, slug }] of subjects.entries()) {
    const sample = samples[index];
    if (!sample || !plain || !whole) continue;
    const { start, init, first, second, cpu } = sample;
    const cells = [
      ...[start, init, first, second].map((time) => time.toFixed(1)),
      String(Math.ceil(start + first)),
      cpu.toFixed(1),
      ratioTo(sample, plain),
      ratioTo(sample, whole),
    ];
    rows.push([`${one.name}, ${slug}`, ...cells]);
  }
  console.log(formatNumberTable(rows));
};

const installSubjects = async (install: Installer): Promise<readonly Subject[]> => {
  const [empty, plain, whole] = [await install.empty(), await install.plain(), await install.whole()];
  const kinds = ['csv', 'json', 'sql', 'shared', 'token'];
  const own = kinds.map(async (slug) => ({ one: await install.wallfeed('wallfeed', [slug]), slug }));
  return [
    { one: empty, slug: 'csv' },
    { one: plain, slug: 'csv' },
    { one: whole, slug: 'csv' },
    { one: plain, slug: 'json' },
    { one: plain, slug: 'sql' },
    ...(await Promise.all(own)),
    { one: await install.wallfeed('wallfeed of five', kinds), slug: 'csv' },
  ];
};

const explain = (share: CpuShare | undefined): void => {
  console.log(`Medians of ${ROUNDS} interleaved starts on Node ${process.version}, in milliseconds.`);
  console.log('start: process, runtime and INIT; INIT: the handler’s module; CPU: CPU time of the first request.');
  console.log(
    'x plain, x whole: INIT and first, divided by those of the plain handler and of the handler that compiles all schemas.',
  );
  console.log(
    share
      ? `INIT runs at full speed, requests at memory / 1769 MB of a core in periods of ${PERIOD_MS} ms, as on Lambda.`
      : 'Without CPU quotas (they need control groups v1, and root), requests run at full speed too. Compare their CPU time.',
  );
  console.log(`Services answer over TLS, ${LATENCY_MS} ms after each request.`);
};

const printSize = async (subjects: readonly Subject[]): Promise<void> => {
  const own = subjects.find(({ one }) => one.name === 'wallfeed');
  const { bytes, zipped } = sumSizes('', await folderSizes(own?.one.taskRoot ?? ''));
  console.log(`\nThe packaged function has ${Math.round(bytes / 1024)} KiB, as gzip ${Math.round(zipped / 1024)} KiB.`);
};

/** Prints the times as Lambda bills them: of the packaged pie function, an empty handler and two plain handlers. */
export const benchCold = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-bench-'));
  const server = await startAwsServer(LATENCY_MS);
  const share = await openCpuShare(PERIOD_MS * 1_000);
  try {
    const install = createInstaller(folder, server.url);
    const subjects = await installSubjects(install);
    explain(share);
    for (const memoryMb of share ? MEMORIES_MB : WITHOUT_SHARE_MB) {
      print(subjects, await measure(subjects, memoryMb, share), memoryMb);
    }
    await printSize(subjects);
    await benchSteady(install, share);
    if (share) await benchMemory(install, share, MEMORIES_MB);
  } finally {
    await share?.remove();
    server.close();
    await rm(folder, { recursive: true });
  }
};
