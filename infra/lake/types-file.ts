import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { explainWriteError } from '../terminal/fail.ts';
import type { Column, Table } from './catalogue.ts';

const typesOf = (columns: readonly Column[]) => Object.fromEntries(columns.map(({ name, type }) => [name, type]));

/** Returns the text of a table's types file. */
const writeTypes = ({ columns, partitions }: Table): string =>
  stringify(
    { columns: typesOf(columns), ...(partitions.length > 0 && { partitions: typesOf(partitions) }) },
    { lineWidth: 0 },
  );

/** A file that was written, or the reason why it was not. */
type Written = { readonly file: string; readonly isNew: boolean } | { readonly file: string; readonly differs: true };

/** Writes the types of a table to `data/lake/<table>.yml` of a dashboard. A file with another text stays as it is. */
export const writeTypesFile = async (folder: string, table: Table): Promise<Written> => {
  if (/[/\\]/.test(table.name)) throw new Error(`The table ${table.name} cannot have a file: its name has a slash`);
  const file = join(folder, 'data', 'lake', `${table.name}.yml`);
  const text = writeTypes(table);
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing !== undefined) return existing === text ? { file, isNew: false } : { file, differs: true };
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw explainWriteError(error, file);
  }
  return { file, isNew: true };
};
