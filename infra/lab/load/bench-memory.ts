import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { digestOf } from '../../../shared/token/digest.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { median, slopeOf } from '../statistics.ts';
import type { BenchFolder } from './bench-folder.ts';
import { fileOf, nameOf, SIZES } from './files.ts';
import { recordMemory } from './record-memory.ts';
import { startBenchStack } from './start-bench-stack.ts';
import { printVerdicts } from './verdict.ts';

/** A wall with many screens. The machine could bear more. */
const REQUESTS_PER_SECOND = 300;
const CONNECTIONS = 8;
/** More than any cache holds. */
const PERIOD_COUNT = 100_000;

type Requests = NonNullable<autocannon.Options['requests']>;

const random = (below: number): number => Math.floor(Math.random() * below);

const bodyOf = (timePeriod: number, more: object = {}): string =>
  JSON.stringify({ currentTime: 1_513_137_332_798 + random(1e9), timePeriod, ...more });

const lockedBody = (): string => {
  const currentTime = 1_513_137_332_798 + random(1e9);
  const token = digestOf('30', String(currentTime), Math.random() < 0.5 ? 'secret' : 'another').toString('hex');
  return JSON.stringify({ currentTime, timePeriod: 30, token });
};

/** Valid and invalid, small and large, with repeated and with new time periods. */
const REQUESTS: readonly { readonly path: string; readonly body: () => string }[] = [
  ...SIZES.flatMap((rows) => [
    { path: `cached-${rows}`, body: () => bodyOf(30) },
    { path: `short-${rows}`, body: () => bodyOf(30) },
    { path: `locked-${rows}`, body: lockedBody },
  ]),
  ...[20, 1_000].flatMap((rows) => [
    { path: `uncached-${rows}`, body: () => bodyOf(30) },
    { path: `cached-${rows}`, body: () => bodyOf(random(PERIOD_COUNT)) },
  ]),
  { path: 'cached-20', body: () => '{"currentTime":' },
  { path: 'absent', body: () => bodyOf(30) },
];

const requests: Requests = REQUESTS.map(({ path, body }) => ({
  method: 'POST',
  path: `/pie/${path}`,
  headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  setupRequest: (request) => ({ ...request, body: body() }),
}));

interface Mixed {
  readonly good: number;
  readonly refused: number;
  /** 5xx responses and requests without a response. */
  readonly failed: number;
}

const fireMixed = async (url: string, seconds: number): Promise<Mixed> => {
  const result = await autocannon({
    url,
    requests,
    connections: CONNECTIONS,
    overallRate: REQUESTS_PER_SECOND,
    duration: seconds,
  });
  return {
    good: result['2xx'],
    refused: result['4xx'],
    failed: result['5xx'] + result.errors + result.timeouts,
  };
};

const run = promisify(execFile);

interface Listed {
  readonly pid: number;
  readonly parent: number;
  /** KB. */
  readonly resident: number;
}

const list = async (): Promise<readonly Listed[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, resident = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, resident };
    });
};

const KB_PER_MB = 1024;
const BYTES_PER_MB = 1e6;

/** MB. */
interface Memory {
  readonly resident: number;
  /** After a garbage collection, as the processes have recorded it. */
  readonly used: number;
}

/** Adds up the memory of processes. A process that is starting or ending may have no record, and then uses nothing. */
const memoryOf = async (processes: readonly Listed[], records: string): Promise<Memory> => {
  const total = { resident: 0, used: 0 };
  for (const { pid, resident } of processes) {
    total.resident += resident / KB_PER_MB;
    total.used += Number(await readFile(join(records, String(pid)), 'utf8').catch(() => 0)) / BYTES_PER_MB;
  }
  return total;
};

/** Returns the memory of the gateway's process, and that of its descendants, the functions. */
const memoryOfTree = async (root: number, records: string) => {
  const processes = await list();
  const descendants = (pid: number): readonly Listed[] =>
    processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descendants(child.pid)]);
  const gateway = processes.filter(({ pid }) => pid === root);
  return { gateway: await memoryOf(gateway, records), functions: await memoryOf(descendants(root), records) };
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const MEASURE_INTERVAL_MS = 5 * SECOND_MS;
const CHANGE_INTERVAL_MS = 7 * SECOND_MS;
const VERSIONS = 10;
/**
 * Maximum growth that counts as flat, in MB a minute over the second half. A leak of 20 bytes a request is above it.
 */
const MAX_MB_PER_MINUTE = 0.35;
/** Minutes after which the gateway no longer grows, and how much it may grow from then on. */
const WARM_UP_MINUTES = 2;
const MAX_GROWTH = 1.05;

interface MemorySample {
  readonly at: number;
  readonly gateway: Memory;
  readonly functions: Memory;
  /** Open descriptors of the gateway; 0 on systems that do not list them. */
  readonly descriptors: number;
}

const countDescriptors = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

const watch = async (pid: number, records: string, signal: AbortSignal): Promise<readonly MemorySample[]> => {
  const samples: MemorySample[] = [];
  const begin = performance.now();
  while (!signal.aborted) {
    await sleep(MEASURE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    const descriptors = await countDescriptors(pid);
    samples.push({ at: (performance.now() - begin) / MINUTE_MS, ...(await memoryOfTree(pid, records)), descriptors });
  }
  return samples;
};

/** Functions then read and parse the files again and free the old rows. */
const changeFiles = async (data: string, signal: AbortSignal): Promise<void> => {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const rows = SIZES[turn % SIZES.length] ?? SIZES[0];
    await writeFile(join(data, nameOf(rows)), fileOf(rows + (turn % VERSIONS)));
    await sleep(CHANGE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
};

const print = (samples: readonly MemorySample[]): void => {
  const every = Math.max(1, Math.floor(samples.length / 10));
  const shown = samples.filter((_, index) => index % every === every - 1);
  const lines = shown.map(({ at, functions, gateway, descriptors }) => [
    at.toFixed(1),
    ...[functions, gateway].flatMap(({ resident, used }) => [resident.toFixed(0), used.toFixed(1)]),
    String(descriptors),
  ]);
  const head = ['minute', 'functions MB', 'of it used', 'gateway, emulators MB', 'of it used', 'descriptors'];
  console.log(formatTable([head, ...lines], [0, 1, 2, 3, 4, 5]), '\n');
  const half = samples.slice(Math.floor(samples.length / 2));
  if (half.some(({ functions, gateway }) => functions.used === 0 || gateway.used === 0))
    throw new Error('the gateway or the functions did not record their memory');
  const parts = [
    ['functions', ({ functions }: MemorySample) => functions.used],
    ['gateway and emulators', ({ gateway }: MemorySample) => gateway.used],
  ] as const;
  const warm = samples.filter(({ at }) => at >= WARM_UP_MINUTES);
  const growthOf = (sizeOf: (sample: MemorySample) => number): number => {
    const sizes = warm.map(sizeOf);
    const third = Math.ceil(sizes.length / 3);
    return median(sizes.slice(-third)) / median(sizes.slice(0, third));
  };
  if (warm.length >= 3)
    printVerdicts([
      {
        name: 'gateway: used memory after two minutes',
        ratio: growthOf(({ gateway }) => gateway.used),
        limit: MAX_GROWTH,
        should: 'be below',
      },
      {
        name: 'gateway: descriptors after two minutes',
        ratio: growthOf(({ descriptors }) => descriptors),
        limit: MAX_GROWTH,
        should: 'be below',
      },
    ]);
  printVerdicts(
    parts.map(([name, sizeOf]) => ({
      name: `${name}: used MB a minute over the second half`,
      ratio: slopeOf(half.map((sample) => ({ x: sample.at, y: sizeOf(sample) }))),
      limit: MAX_MB_PER_MINUTE,
      should: 'be below',
    })),
  );
};

/** Measures the memory of the local stack under a mixed load for a number of milliseconds. */
export const benchMemory = async ({ folder }: BenchFolder, duration: number): Promise<void> => {
  const records = join(folder, 'records');
  await mkdir(records);
  const { start, url, data } = await startBenchStack(join(folder, 'memory'), recordMemory(records));
  const over = new AbortController();
  try {
    const seconds = Math.round(duration / SECOND_MS);
    console.log(
      `\nMemory of the local stack under a mixed load of ${seconds} s: every kind of request, files that change\n`,
    );
    const beside = [watch(start.child.pid ?? 0, records, over.signal), changeFiles(data, over.signal)] as const;
    const { good, refused, failed } = await fireMixed(url, seconds);
    over.abort();
    const [samples] = await Promise.all(beside);
    console.log(`${good} good responses, ${refused} refusals, ${failed} failures\n`);
    print(samples);
  } finally {
    over.abort();
    await start.stop();
  }
};
