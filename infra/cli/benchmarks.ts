import { defineCommand } from '../command-line/define-command.ts';
import { parseDuration } from '../dashboard/folder/duration.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

const MIN_MEMORY_MB = 128;
const MAX_MEMORY_MB = 10_240;

/** Loads the program only when the benchmark runs. */
const defineBenchmark = (measure: () => Promise<unknown>) =>
  defineCommand({
    options: {},
    run: async () => {
      await measure();
      return undefined;
    },
  });

export const cold = defineBenchmark(async () => (await import('../lab/cold/bench-cold.ts')).benchCold());

export const warm = defineBenchmark(async () => {
  await (await import('../lab/warm/bench-warm.ts')).benchWarm();
  await (await import('../lab/warm/bench-requests.ts')).benchRequests();
});

export const files = defineCommand({
  options: { largest: { value: 'MB', meaning: 'size of the largest file, up to 1000', default: '100' } },
  run: async ({ largest }) => {
    const maxMb = Number(largest);
    if (!(maxMb >= 1 && maxMb <= 1_000)) return fail(`--largest must be from 1 to 1000, not '${largest}'`, EXIT_USAGE);
    await (await import('../lab/files/bench-files.ts')).benchFiles(maxMb);
    return undefined;
  },
});

export const limits = defineCommand({
  options: { memory: { value: 'MB', meaning: 'memory of the function', default: '256' } },
  run: async ({ memory }) => {
    const memoryMb = Number(memory);
    if (!Number.isInteger(memoryMb) || memoryMb < MIN_MEMORY_MB || memoryMb > MAX_MEMORY_MB) {
      return fail(`--memory must be from ${MIN_MEMORY_MB} to ${MAX_MEMORY_MB}, not '${memory}'`, EXIT_USAGE);
    }
    await (await import('../lab/limits/limits.ts')).benchLimits(memoryMb);
    return undefined;
  },
});

export const load = defineCommand({
  options: {
    memory: { value: 'duration', meaning: 'how long memory is measured; 0s skips the measurement', default: '10m' },
  },
  run: async ({ memory }) => {
    const duration = parseDuration(memory);
    if (duration === undefined) return fail(`--memory must be a duration such as 10m, not '${memory}'`, EXIT_USAGE);
    await (await import('../lab/load/load.ts')).benchLoad(duration);
    return undefined;
  },
});
