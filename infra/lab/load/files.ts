import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warmSubjects } from '../warm/warm-subjects.ts';

/** Numbers of rows in the files: from as many as a component draws to many more. */
export const SIZES = [20, 100, 1_000, 10_000] as const;

/** Returns the file of a pie chart: groups, names and values. */
export const fileOf = (rows: number): string => warmSubjects[0]?.csv(rows) ?? '';

export const nameOf = (rows: number): string => `rows-${rows}.csv`;

/** Writes the files that all subjects serve. */
export const writeFiles = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const rows of SIZES) await writeFile(join(folder, nameOf(rows)), fileOf(rows));
};
