import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warmSubjects } from '../warm/warm-subjects.ts';

/** From as many as a component draws to many more. */
export const SIZES = [20, 100, 1_000, 10_000] as const;

/** Groups, names and values of a pie chart. */
export const fileOf = (rows: number): string => warmSubjects[0]?.csv(rows) ?? '';

export const nameOf = (rows: number): string => `rows-${rows}.csv`;

export const writeFiles = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const rows of SIZES) await writeFile(join(folder, nameOf(rows)), fileOf(rows));
};
