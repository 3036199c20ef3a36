import { benchCached } from './bench-cached.ts';
import { createBenchFolder } from './bench-folder.ts';
import { benchHit } from './bench-hit.ts';
import { benchLocalStack } from './bench-local-stack.ts';
import { benchUncached } from './bench-uncached.ts';

/** How much the functions and the local stack bear, beside what they are held against. */
export const benchLoad = async (): Promise<void> => {
  const bench = await createBenchFolder();
  try {
    await benchCached(bench);
    await benchHit(bench);
    await benchUncached(bench);
    await benchLocalStack(bench);
  } finally {
    await bench.close();
  }
};
