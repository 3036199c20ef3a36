import { readFile } from 'node:fs/promises';
import type { Seed } from './messages.ts';

const readSeed = async (file: string): Promise<Seed> => {
  const bytes = await readFile(file);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new Error(`${file}:1:1  the file is not UTF-8`);
  }
};

/** Seed files in the order of their names. */
export const readSeeds = (files: readonly string[]): Promise<Seed[]> => Promise.all([...files].sort().map(readSeed));
