import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Folder {
  readonly path: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(name?: string): Promise<void>;
}

export const createFolder = async (): Promise<Folder> => {
  const path = await mkdtemp(join(tmpdir(), 'wallfeed-local-'));
  return {
    path,
    write: async (name, content) => {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    remove: (name = '') => rm(join(path, name), { recursive: true }),
  };
};
