import { readFile } from 'node:fs/promises';
import type { Seed } from './seed.ts';
import { seedError } from './seed-error.ts';

const readSeed = async (file: string): Promise<Seed> => {
  const bytes = await readFile(file);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw seedError({ file, line: 1, column: 1, message: 'the file is not UTF-8' });
  }
};

/** Seed files in the order of their names. */
export const readSeeds = (files: readonly string[]): Promise<Seed[]> => Promise.all([...files].sort().map(readSeed));
