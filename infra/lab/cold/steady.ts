import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumberTable } from '../statistics.ts';
import { createEvent } from './bench-event.ts';
import { type CpuShare, cpuTimeOf } from './cpu-share.ts';
import type { Installer } from './install-functions.ts';
import { type ColdFunction, startFunction } from './start-function.ts';

const MEMORY_MB = 256;
const WARM_UP_CALLS = 20;
const CALLS = 40;
/** The CPU quota fills up again between two calls. A wall sends requests only every few seconds. */
const PAUSE_MS = 40;

const CASES: Readonly<Record<string, string>> = {
  hit: 'hit',
  revalidation: 'csv',
  'new, 20 rows': 'changing-20',
  'new, 1 000 rows': 'changing-1000',
  'new, 10 000 rows': 'changing-10000',
};

interface Steady {
  readonly mean: number;
  readonly cpu: number;
}

const measure = async (
  coldFunction: ColdFunction,
  slug: string,
  share: CpuShare | undefined,
  memoryMb = MEMORY_MB,
): Promise<Steady> => {
  const started = await startFunction(coldFunction, memoryMb);
  try {
    for (let call = 0; call < WARM_UP_CALLS; call += 1) await started.ask(createEvent(slug));
    await share?.limit(started.pid, memoryMb);
    const before = await cpuTimeOf(started.pid);
    let sum = 0;
    for (let call = 0; call < CALLS; call += 1) {
      sum += await started.ask(createEvent(slug));
      await sleep(PAUSE_MS);
    }
    return { mean: sum / CALLS, cpu: ((await cpuTimeOf(started.pid)) - before) / CALLS };
  } finally {
    await started.end();
  }
};

/** Prints billed time and CPU time of calls to an environment that has been running for a while. */
export const benchSteady = async (install: Installer, share: CpuShare | undefined): Promise<void> => {
  const plain = await install.plain();
  const wallfeed = await install.wallfeed('wallfeed, steady', Object.values(CASES));
  console.log(`\nA call to a running environment of ${MEMORY_MB} MB: means of ${CALLS}, milliseconds`);
  console.log('  The plain handler has no cache: it reads and parses for every call.');
  const rows = [['', 'wallfeed', 'plain', 'ratio', 'CPU: wallfeed', 'CPU: plain']];
  for (const [name, slug] of Object.entries(CASES)) {
    const [ours, theirs] = [await measure(wallfeed, slug, share), await measure(plain, slug, share)];
    const times = [ours.mean, theirs.mean].map((ms) => ms.toFixed(1));
    const cpuTimes = [ours.cpu, theirs.cpu].map((ms) => ms.toFixed(2));
    rows.push([name, ...times, (ours.mean / theirs.mean).toFixed(2), ...cpuTimes]);
  }
  console.log(formatNumberTable(rows));
};

/** Prints the duration of the calls that `npm run cost` counts, for each memory size. */
export const benchMemory = async (install: Installer, share: CpuShare, memories: readonly number[]): Promise<void> => {
  const wallfeed = await install.wallfeed('wallfeed, by memory', ['hit', 'changing-20']);
  console.log(`\nA call to a running environment, by memory: means of ${CALLS}, milliseconds`);
  const rows = [['', 'hit', 'new object of 20 rows']];
  for (const memoryMb of memories) {
    const hit = await measure(wallfeed, 'hit', share, memoryMb);
    const read = await measure(wallfeed, 'changing-20', share, memoryMb);
    rows.push([`${memoryMb} MB`, hit.mean.toFixed(1), read.mean.toFixed(1)]);
  }
  console.log(formatNumberTable(rows));
};
