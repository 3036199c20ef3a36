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
import { verdict } from './verdict.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Intervals in milliseconds at which the memory is measured, and the files change. */
const LOOK = 5 * SECOND;
const CHANGE = 7 * SECOND;
const VERSIONS = 10;
/** Growth that would be called flat, in MB a minute over the second half: a leak of 20 bytes a request would be above it. */
const LIMIT = 0.35;

interface Look {
  /** Minutes since the load began. */
  readonly at: number;
  /** MB of the gateway and the emulators, and of the functions' processes. */
  readonly own: number;
  readonly children: number;
}

const watch = async (pid: number, signal: AbortSignal): Promise<readonly Look[]> => {
  const looks: Look[] = [];
  const begin = performance.now();
  while (!signal.aborted) {
    await sleep(LOOK, undefined, { signal }).catch(() => undefined);
    looks.push({ at: (performance.now() - begin) / MINUTE, ...(await residentMemory(pid)) });
  }
  return looks;
};

/** Files that change are read and parsed again, and what was kept of them is let go. */
const changeFiles = async (data: string, signal: AbortSignal): Promise<void> => {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const rows = SIZES[turn % SIZES.length] ?? SIZES[0];
    await writeFile(join(data, nameOf(rows)), fileOf(rows + (turn % VERSIONS)));
    await sleep(CHANGE, undefined, { signal }).catch(() => undefined);
  }
};

const print = (looks: readonly Look[]): void => {
  const every = Math.max(1, Math.floor(looks.length / 10));
  const shown = looks.filter((_, index) => index % every === every - 1);
  const lines = shown.map(({ at, own, children }) => [at.toFixed(1), children.toFixed(0), own.toFixed(0)]);
  console.log(formatTable([['minute', 'functions MB', 'gateway, emulators MB'], ...lines], [0, 1, 2]), '\n');
  const half = looks.slice(Math.floor(looks.length / 2));
  for (const [name, of] of [
    ['functions', ({ children }: Look) => children],
    ['gateway and emulators', ({ own }: Look) => own],
  ] as const) {
    const slope = slopeOf(half.map((look) => ({ x: look.at, y: of(look) })));
    console.log(verdict(`${name}: MB a minute over the second half`, slope, LIMIT, 'be below'));
  }
};

/** Measures the memory of the local stack under a mixed load for a number of milliseconds. */
export const benchMemory = async ({ folder }: BenchFolder, duration: number): Promise<void> => {
  const { start, url, data } = await startBenchStack(join(folder, 'memory'));
  const over = new AbortController();
  try {
    const seconds = Math.round(duration / SECOND);
    console.log(
      `\nMemory of the local stack under a mixed load of ${seconds} s: every kind of request, files that change\n`,
    );
    const beside = [watch(start.child.pid ?? 0, over.signal), changeFiles(data, over.signal)] as const;
    const { good, refused, failed } = await fireMixed(url, seconds);
    over.abort();
    const [looks] = await Promise.all(beside);
    console.log(`${good} good answers, ${refused} refusals, ${failed} failures\n`);
    print(looks);
  } finally {
    over.abort();
    await start.stop();
  }
};
