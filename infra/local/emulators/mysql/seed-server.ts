import { type Connection, createConnection } from 'mysql2/promise';
import type { Diagnostic } from '../../../dashboard/folder/diagnostic.ts';
import { type Seed, seedDiagnostic } from '../../../dashboard/sql/read-seeds.ts';
import { splitMysql } from '../../../dashboard/sql/split-mysql.ts';

/** The user with which statements are run, as functions have one that may only read. */
export const READER = 'wallfeed_reader';

export interface OwnServer {
  readonly socket: string;
  readonly database: string;
  readonly timezone: string;
  readonly isMariadb: boolean;
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const asOwner = async <Result>({ socket }: OwnServer, work: (connection: Connection) => Promise<Result>) => {
  const connection = await createConnection({ socketPath: socket, user: 'root', charset: 'utf8mb4' });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
};

export const createDatabase = (server: OwnServer): Promise<void> =>
  asOwner(server, async (connection) => {
    const database = quoted(server.database);
    for (const statement of [
      `create database ${database}`,
      `create user ${READER}@localhost`,
      `grant select, show view, execute on *.* to ${READER}@localhost`,
    ])
      await connection.query(statement);
  });

/** The beginning of statements that a server refuses without a place: `... near 'form orders' at line 3`. */
const NEAR = /near '([\s\S]*)' at line \d+$/;

const offsetOfFailure = (sql: string, message: string): number => {
  const [, near = ''] = NEAR.exec(message) ?? [];
  return near === '' ? 0 : Math.max(0, sql.indexOf(near));
};

/** The collations of MySQL 8, which MariaDB does not know. A dump of MySQL 8 names one for each table. */
const MYSQL_COLLATION = /\butf8mb4_0900_\w+/g;

const applySeed = async (connection: Connection, seed: Seed, isMariadb: boolean): Promise<Diagnostic | undefined> => {
  for (const { sql, offset } of splitMysql(seed.text)) {
    try {
      await connection.query(isMariadb ? sql.replace(MYSQL_COLLATION, 'utf8mb4_unicode_ci') : sql);
    } catch (error) {
      const { message } = error as Error;
      return seedDiagnostic(seed, offset + offsetOfFailure(sql, message), message);
    }
  }
  return undefined;
};

/** Runs seeds in a database. Each file has a session of its own. Returns the first error. */
export const applyMysqlSeeds = async (server: OwnServer, seeds: readonly Seed[]): Promise<Diagnostic | undefined> => {
  for (const seed of seeds) {
    const failed = await asOwner(server, async (connection) => {
      await connection.query(`use ${quoted(server.database)}`);
      return applySeed(connection, seed, server.isMariadb);
    });
    if (failed) return failed;
  }
  return undefined;
};
