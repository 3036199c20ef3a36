import { readFile } from 'node:fs/promises';
import { FILE_START } from '../text-position.ts';
import { type Seed, seedError } from './seed.ts';

const readSeed = async (file: string): Promise<Seed> => {
  const bytes = await readFile(file);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw seedError({ file, ...FILE_START }, 'the file is not UTF-8');
  }
};

/** Reads seed files, in the order of their names. */
export const readSeeds = (files: readonly string[]): Promise<Seed[]> => Promise.all([...files].sort().map(readSeed));
