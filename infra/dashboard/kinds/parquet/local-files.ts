import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WallfeedError } from '../../../../shared/errors/wallfeed-error.ts';
import { createKeyTest } from '../../../../shared/kinds/key-pattern.ts';
import { partitionsOf } from '../../../../shared/kinds/parquet/partitions.ts';
import type { DefinitionProblem } from '../../folder/definition-problem.ts';
import { listFiles } from '../../folder/find-file.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { FILE_START } from '../../folder/text-position.ts';

/** The columns of a Parquet file of data/. */
export interface LocalColumns {
  readonly file: string;
  /** The names of the columns that can be read, with those of the folders of its path. */
  readonly names: readonly string[];
  /** The names of columns with lists, maps and structs. */
  readonly nested: readonly string[];
}

/** Number of files whose footers are read, the last by their names. */
const MAX_READ = 20;

/** Finds the files of data/ that a name or a pattern stands for, sorted by name. */
export const findLocalFiles = async (folder: string, name: string): Promise<readonly string[]> => {
  const fits = createKeyTest(name);
  return (await listFiles(join(folder, 'data'))).filter(fits);
};

const readColumns = async (folder: string, name: string): Promise<LocalColumns> => {
  const { openParquet } = await import('../../../../shared/kinds/parquet/open-parquet.ts');
  const file = join(folder, 'data', name);
  const { size } = await stat(file);
  const bytes = await readFile(file);
  const slice = (from: number, to = size): ArrayBuffer =>
    bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + to) as ArrayBuffer;
  const { columns, nested } = await openParquet({ byteLength: size, slice }, `data/${name}`);
  const own = [...columns.map((column) => column.name), ...nested];
  const added = partitionsOf(name).flatMap(([key]) => (own.includes(key) ? [] : [key]));
  return { file, names: [...columns.map((column) => column.name), ...added], nested };
};

/** Reads the columns of files of data/ from their footers. A file that cannot be read is a problem at its place. */
export const readLocalColumns = async (folder: string, names: readonly string[], path: Path) => {
  const problems: DefinitionProblem[] = [];
  const files: LocalColumns[] = [];
  for (const name of names.slice(-MAX_READ)) {
    try {
      files.push(await readColumns(folder, name));
    } catch (error) {
      if (!(error instanceof WallfeedError)) throw error;
      const [{ message, hint = '' } = { message: error.message }] = error.details;
      const place = { file: join(folder, 'data', name), ...FILE_START };
      problems.push({ path, message, hint, place, about: 'data' });
    }
  }
  return { problems, files };
};
