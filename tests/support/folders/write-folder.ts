import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes the files to a temporary folder, which is removed at the end of the test run. */
export const writeFolder = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, name === '.secrets.yml' ? { mode: 0o600 } : {});
  }
  return folder;
};

/** Writes a dashboard file with these lines below `endpoints:`, from line 3 on. */
export const endpointsFile = (...lines: readonly string[]): string =>
  ['dashboard: ops-room', 'endpoints:', ...lines, ''].join('\n');
