import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ServerProgram {
  readonly path: string;
  readonly isMariadb: boolean;
  readonly version: string;
}

const FURTHER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/libexec'];

/** Returns undefined if the machine has none. */
export const findProgram = async (name: string): Promise<string | undefined> => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FURTHER_FOLDERS].filter((folder) => folder !== '');
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
};

/** Finds MariaDB's server, or else MySQL's; undefined if the machine has neither. */
export const findServer = async (): Promise<ServerProgram | undefined> => {
  const path = (await findProgram('mariadbd')) ?? (await findProgram('mysqld'));
  if (path === undefined) return undefined;
  const { stdout } = await run(path, ['--no-defaults', '--version']);
  return { path, isMariadb: /mariadb/i.test(stdout), version: stdout.trim() };
};
