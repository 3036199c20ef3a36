import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { type Seed, seedDiagnostic } from '../dashboard/sql/read-seeds.ts';
import { inTime } from './sample-result.ts';

/** Returns the first error, or that of a file that runs too long. */
export type RunSeeds = (
  seeds: readonly Seed[],
  run: (seed: Seed) => Promise<Diagnostic | undefined>,
) => Promise<Diagnostic | undefined>;

/** Each seed may run for this time in milliseconds. */
export const createSeedRunner =
  (maxMs: number): RunSeeds =>
  async (seeds, run) => {
    for (const seed of seeds) {
      const running = run(seed);
      const failed = await inTime(running, maxMs);
      if (failed === 'late') {
        // Handles the rejection of the call, which rejects when the database ends.
        running.catch(() => undefined);
        return seedDiagnostic(seed, 0, `the file still runs after ${maxMs / 1000} s`);
      }
      if (failed) return failed;
    }
    return undefined;
  };
