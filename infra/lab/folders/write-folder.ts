import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Writes the files to a temporary folder, which is removed after the tests of the file. */
export const writeFolder = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, name === '.secrets.yml' ? { mode: 0o600 } : {});
  }
  return folder;
};

/** Writes a dashboard file with these lines below `endpoints:`, from line 3 on. */
export const endpointsFile = (...lines: readonly string[]): string =>
  ['dashboard: ops-room', 'endpoints:', ...lines, ''].join('\n');
