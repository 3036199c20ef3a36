import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatTable } from '../../../infra/terminal/format-table.ts';
import { slopeOf } from '../statistics.ts';
import type { BenchFolder } from './bench-folder.ts';
import { fileOf, nameOf, SIZES } from './files.ts';
import { fireMixed } from './fire-mixed.ts';
import { residentMemory } from './resident-memory.ts';
import { startBenchStack } from './start-bench-stack.ts';
import { printVerdicts } from './verdict.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Intervals at which the memory is measured and at which the files change. */
const MEASURE_INTERVAL_MS = 5 * SECOND_MS;
const CHANGE_INTERVAL_MS = 7 * SECOND_MS;
const VERSIONS = 10;
/**
 * Maximum growth that counts as flat, in MB a minute over the second half. A leak of 20 bytes a request is above it.
 */
const MAX_MB_PER_MINUTE = 0.35;

interface MemorySample {
  /** Minutes since the load began. */
  readonly at: number;
  /** Memory in MB: `own` of the gateway with the emulators, `children` of the functions' processes. */
  readonly own: number;
  readonly children: number;
}

const watch = async (pid: number, signal: AbortSignal): Promise<readonly MemorySample[]> => {
  const samples: MemorySample[] = [];
  const begin = performance.now();
  while (!signal.aborted) {
    await sleep(MEASURE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    samples.push({ at: (performance.now() - begin) / MINUTE_MS, ...(await residentMemory(pid)) });
  }
  return samples;
};

/** Changes the files at intervals, so that functions read and parse them again and free the old rows. */
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
  const lines = shown.map(({ at, own, children }) => [at.toFixed(1), children.toFixed(0), own.toFixed(0)]);
  console.log(formatTable([['minute', 'functions MB', 'gateway, emulators MB'], ...lines], [0, 1, 2]), '\n');
  const half = samples.slice(Math.floor(samples.length / 2));
  const parts = [
    ['functions', ({ children }: MemorySample) => children],
    ['gateway and emulators', ({ own }: MemorySample) => own],
  ] as const;
  printVerdicts(
    parts.map(([name, sizeOf]) => ({
      name: `${name}: MB a minute over the second half`,
      ratio: slopeOf(half.map((sample) => ({ x: sample.at, y: sizeOf(sample) }))),
      limit: MAX_MB_PER_MINUTE,
      should: 'be below',
    })),
  );
};

/** Measures the memory of the local stack under a mixed load for a number of milliseconds. */
export const benchMemory = async ({ folder }: BenchFolder, duration: number): Promise<void> => {
  const { start, url, data } = await startBenchStack(join(folder, 'memory'));
  const over = new AbortController();
  try {
    const seconds = Math.round(duration / SECOND_MS);
    console.log(
      `\nMemory of the local stack under a mixed load of ${seconds} s: every kind of request, files that change\n`,
    );
    const beside = [watch(start.child.pid ?? 0, over.signal), changeFiles(data, over.signal)] as const;
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
