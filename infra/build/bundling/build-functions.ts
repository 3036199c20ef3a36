import { programPath } from '../../program/program-files.ts';
import { isPackaged } from '../../program/project-root.ts';
import { withBuildLock } from '../../program/work-folder.ts';
import { listFunctions } from './collect-samples.ts';
import { createHashes } from './stamp.ts';
import { buildValidators } from './validators.ts';

export interface BuildOptions {
  /** All of functions/ by default. */
  readonly families?: readonly string[];
}

export interface BuiltFunctions {
  /** A folder with one folder for each family, whose files become the root of the family's zip. */
  readonly folder: string;
  readonly families: readonly string[];
}

/** Skips functions that have not changed. In the npm package, all functions are built already. */
export const buildFunctions = async ({ families }: BuildOptions = {}): Promise<BuiltFunctions> => {
  const folder = programPath('functions');
  const chosen = families ?? (await listFunctions());
  if (isPackaged) return { folder, families: chosen };
  const { buildFunction, buildWebhook } = await import('./build-function.ts');
  await withBuildLock(async () => {
    const hashes = createHashes();
    for (const family of chosen) {
      await buildValidators(family, hashes);
      await buildFunction(family, folder, hashes);
    }
    await buildWebhook(folder, hashes);
  });
  return { folder, families: chosen };
};
