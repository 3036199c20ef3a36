import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import { Client } from 'pg';
import { findProgram } from '../../infra/local/emulators/mysql/find-server.ts';

const run = promisify(execFile);

const DEBIAN = '/usr/lib/postgresql';

/** Finds the programs of the newest PostgreSQL; undefined if the machine has none. */
const findPrograms = async (): Promise<string | undefined> => {
  const versions = (await readdir(DEBIAN).catch(() => [])).toSorted((one, other) => Number(other) - Number(one));
  if (versions[0] !== undefined) return join(DEBIAN, versions[0], 'bin');
  return (await findProgram('initdb'))?.replace(/\/initdb$/, '');
};

const programs = await findPrograms();

/** Jest counts the tests as skipped on a machine without PostgreSQL. */
export const describeWithPostgres = programs === undefined ? describe.skip : describe;

/** PostgreSQL refuses to run as root. */
const userOf = async (): Promise<{ readonly uid?: number; readonly gid?: number }> => {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (kind) => (await run('id', [kind, 'postgres'])).stdout));
  return { uid: Number(uid), gid: Number(gid) };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.end());
  });

const endOf = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
};

/** The URL is that of a user who may read and write the tables. */
export interface PostgresServer {
  readonly url: string;
  readonly password: string;
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** Starts a server with the settings of a developer, not those of Aurora. */
export const startPostgres = async (seeds: string): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-pg-'));
  const user = await userOf();
  const [data, secret, password] = [join(folder, 'data'), join(folder, 'password'), 'sEcret-word'];
  await writeFile(secret, password);
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, secret]) await chown(path, user.uid, user.gid);
  const initialize = ['-D', data, '-U', 'owner', '--auth=scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '-N'];
  await run(join(programs ?? '', 'initdb'), [...initialize, '--locale=C'], { ...user, cwd: folder });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'timezone=America/New_York'];
  const asked = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  const server = spawn(join(programs ?? '', 'postgres'), asked, { ...user, cwd: folder, stdio: 'ignore' });
  const url = `postgresql://owner:${password}@127.0.0.1:${port}/postgres`;
  const ask = async (sql: string): Promise<readonly unknown[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  while (!(await isListening(port))) await sleep(20);
  while (
    await ask('select 1').then(
      () => false,
      () => server.exitCode === null,
    )
  )
    await sleep(20);
  await ask(seeds);
  return {
    url,
    password,
    run: async (sql) => {
      await ask(sql);
    },
    rows: ask,
    close: async () => {
      await endOf(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
