import { benchCached } from './bench-cached.ts';
import { createBenchFolder } from './bench-folder.ts';
import { benchHit } from './bench-hit.ts';
import { benchLocalStack } from './bench-local-stack.ts';
import { benchMemory } from './bench-memory.ts';
import { benchUncached } from './bench-uncached.ts';

/** @param memory duration of the memory measurement in milliseconds; 0 skips it. */
export const benchLoad = async (memory: number): Promise<void> => {
  const bench = await createBenchFolder();
  try {
    await benchCached(bench);
    await benchHit(bench);
    await benchUncached(bench);
    await benchLocalStack(bench);
    if (memory > 0) await benchMemory(bench, memory);
  } finally {
    await bench.close();
  }
};
