import { join } from 'node:path';
import type { ConnectionOptions } from 'mysql2';
import { readSeeds, type Seed, seedError } from '../../../dashboard/sql/read-seeds.ts';
import { type ExecuteOptions, readRequest, resultReply } from '../rds-data/execute.ts';
import type { StatementRunner } from '../rds-data/open-postgres.ts';
import { errorReply, unavailable } from '../rds-data/types.ts';
import type { EmulatorReply } from '../server/json-emulator.ts';
import { findServer } from './find-server.ts';
import { readMysqlResult } from './mysql-result.ts';
import { writeStatement } from './mysql-statement.ts';
import { type MysqlFailure, runStatement } from './run-statement.ts';
import { applyMysqlSeeds, createDatabase, READER } from './seed-server.ts';
import { createServerFolder, fileSettings } from './server-folder.ts';
import { startProcess } from './server-process.ts';

export interface MysqlDatabase {
  readonly options: ConnectionOptions;
  /** The zone of the sessions; that of the server if absent. */
  readonly timezone?: string;
  close(): Promise<void>;
}

export interface MysqlSettings {
  readonly name: string;
  readonly timezone: string;
}

export const NO_SERVER =
  'this machine has no MySQL server: install mariadb-server (apt-get install mariadb-server), or name a server in `database.local`';

/**
 * Returns undefined if the machine has no server.
 * @throws Error if the server does not start.
 */
export const startMysql = async ({ name, timezone }: MysqlSettings) => {
  const program = await findServer();
  if (!program) return undefined;
  const folder = await createServerFolder(program);
  const settings = fileSettings(join(folder, 'data'));
  const { socket, end } = await startProcess(program, settings, folder, { removed: folder, timezone });
  const server = { socket, database: name, timezone, isMariadb: program.isMariadb };
  const database: MysqlDatabase = {
    options: { socketPath: socket, user: READER, database: name, charset: 'utf8mb4' },
    close: end,
  };
  try {
    await createDatabase(server);
    return { database, server };
  } catch (error) {
    await end();
    throw error;
  }
};

const sentence = ({ number, state, message }: MysqlFailure): string =>
  `${message}; Error code: ${number}; SQLState: ${state}`;

const errorLine = ({ number, state, message }: MysqlFailure): string =>
  `ERROR ${number} (${state}): ${message}`.replace(/\s*[\r\n]\s*/g, ' ');

const execute = async (
  body: string,
  { options, timezone }: MysqlDatabase,
  { limit, signal, log }: ExecuteOptions,
): Promise<EmulatorReply | 'unreachable'> => {
  const request = readRequest(body);
  if ('refusal' in request) return request.refusal;
  const statement = writeStatement(request.sql ?? '', request.parameters ?? []);
  if ('refusal' in statement) return statement.refusal;
  const run = { limit, signal, ...(timezone !== undefined && { timezone }) };
  const outcome = await runStatement(options, statement.text, run);
  if (typeof outcome === 'string') return errorReply('StatementTimeoutException');
  if ('unreachable' in outcome) return 'unreachable';
  if ('failure' in outcome) {
    log(errorLine(outcome.failure));
    return errorReply('DatabaseErrorException', sentence(outcome.failure));
  }
  const read = readMysqlResult(outcome, request.resultSetOptions);
  return 'refusal' in read ? read.refusal : resultReply(read, 0, request);
};

/** Runs statements in the server that `start` has started. If its process ends, the next statement starts it again. */
const runnerOf = (first: MysqlDatabase, start: () => Promise<MysqlDatabase>): StatementRunner => {
  let server: Promise<MysqlDatabase | undefined> | undefined = Promise.resolve(first);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const find = (): Promise<MysqlDatabase | undefined> => {
    if (isClosed) return Promise.resolve(undefined);
    server ??= start().catch(() => undefined);
    return server;
  };
  const answer = async (body: string, options: ExecuteOptions, isSecond = false): Promise<EmulatorReply> => {
    const found = find();
    const database = await found;
    const reply = database ? await execute(body, database, options) : 'unreachable';
    if (reply !== 'unreachable') return reply;
    if (server === found) server = undefined;
    return isSecond || !database ? unavailable('the server has ended') : answer(body, options, true);
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await (await server)?.close();
  };
  return {
    execute: (body, options) => {
      const reply = answer(body, options);
      last = Promise.allSettled([last, reply]);
      return reply;
    },
    retire: async () => {
      await last;
      await close();
    },
    close,
  };
};

const startWithSeeds = async (settings: MysqlSettings, seeds: readonly Seed[]): Promise<MysqlDatabase> => {
  const started = await startMysql(settings);
  if (!started) throw new Error(NO_SERVER);
  const { database, server } = started;
  const failed = await applyMysqlSeeds(server, seeds).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  if (!failed) return database;
  await database.close();
  throw seedError(failed, failed.message);
};

/**
 * Starts a server with the seeds, and returns what runs statements there.
 * @throws Error with file, line and column if a seed fails, or with what to install.
 */
export const openOwnMysql = async (settings: MysqlSettings, files: readonly string[]): Promise<StatementRunner> => {
  const seeds = await readSeeds(files);
  const start = (): Promise<MysqlDatabase> => startWithSeeds(settings, seeds);
  return runnerOf(await start(), start);
};

/** Returns what runs statements in a server of the developer. Nothing is written there. */
export const openNamedMysql = (url: string, variable: string): StatementRunner => {
  const database = { options: { uri: url }, close: async () => undefined };
  return {
    execute: async (body, options) => {
      const reply = await execute(body, database, options);
      return reply === 'unreachable' ? unavailable(`the server of env:${variable} cannot be reached`) : reply;
    },
    retire: async () => undefined,
    close: async () => undefined,
  };
};

export const openNothing = (reason: string): StatementRunner => ({
  execute: async () => unavailable(reason),
  retire: async () => undefined,
  close: async () => undefined,
});
