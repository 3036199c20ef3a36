import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../../program/any-node.mjs';
import { workFolder } from '../../../program/work-folder.ts';
import { findProgram, type ServerProgram } from './find-server.ts';
import { startProcess } from './server-process.ts';

const run = promisify(execFile);

/** Settings that keep the files of a server small. They belong to the files, so that each start repeats them. */
const SMALL_FILES = ['--innodb-data-file-path=ibdata1:10M:autoextend', '--innodb-log-file-size=4M'];

export const asUser = (): readonly string[] => (process.getuid?.() === 0 ? ['--user=root'] : []);

export const fileSettings = (data: string): readonly string[] => [
  '--no-defaults',
  `--datadir=${data}`,
  ...asUser(),
  ...SMALL_FILES,
];

/** Takes seconds. */
const initialize = async ({ path, isMariadb }: ServerProgram, data: string): Promise<void> => {
  if (!isMariadb) {
    await run(path, [...fileSettings(data), '--initialize-insecure']);
    return;
  }
  const installer = (await findProgram('mariadb-install-db')) ?? (await findProgram('mysql_install_db'));
  if (installer === undefined) throw new Error('mariadb-install-db is missing');
  await run(installer, [...fileSettings(data), '--auth-root-authentication-method=normal', '--skip-test-db']);
};

const ZONES = '/usr/share/zoneinfo';

/** Loads the time zones of the machine, which `convert_tz` needs. Without them, it returns NULL. */
const loadZones = async (program: ServerProgram, folder: string): Promise<void> => {
  const writer = (await findProgram('mariadb-tzinfo-to-sql')) ?? (await findProgram('mysql_tzinfo_to_sql'));
  const client = (await findProgram('mariadb')) ?? (await findProgram('mysql'));
  const hasZones = await stat(ZONES).catch(() => undefined);
  if (writer === undefined || client === undefined || !hasZones) return;
  const server = await startProcess(program, fileSettings(join(folder, 'data')), folder);
  try {
    const load = '"$1" "$3" 2>/dev/null | "$2" --no-defaults --user=root --socket="$4" mysql';
    await run('sh', ['-c', load, 'sh', writer, client, ZONES, server.socket]);
  } finally {
    await server.shutDown();
  }
};

const createTemplate = async (program: ServerProgram, template: string): Promise<void> => {
  const folder = `${template}.${randomUUID()}`;
  // The socket of the server needs a short path.
  const socketFolder = await mkdtemp(join(tmpdir(), 'wallfeed-sql-'));
  await mkdir(folder, { recursive: true });
  try {
    await initialize(program, join(socketFolder, 'data'));
    await loadZones(program, socketFolder);
    await cp(join(socketFolder, 'data'), folder, { recursive: true });
    await rename(folder, template);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(socketFolder, { recursive: true, force: true });
  }
};

const CACHE = join(workFolder, 'local');

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Returns the files of an empty server. They are cached for each version of the program, because creating them takes
 * seconds.
 */
const templateOf = async (program: ServerProgram): Promise<string> => {
  const version = createHash('sha256').update(program.version).digest('hex').slice(0, 12);
  const template = join(CACHE, `mysql-${version}`);
  if (await isThere(template)) return template;
  await withLock(`${template}.lock`, async () => {
    if (!(await isThere(template))) await createTemplate(program, template);
  });
  return template;
};

/** Creates the folder of a new server in the folder for temporary files, which only this user can read. */
export const createServerFolder = async (program: ServerProgram): Promise<string> => {
  const template = await templateOf(program);
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-sql-'));
  await cp(template, join(folder, 'data'), { recursive: true });
  return folder;
};
