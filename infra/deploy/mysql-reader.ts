import { createHash } from 'node:crypto';

const sha1 = (bytes: string | Buffer): Buffer => createHash('sha1').update(bytes).digest();

/** Returns what MySQL stores for a password. Nobody can sign in with it, so it may appear in a log. */
export const storedPassword = (password: string): string => `*${sha1(sha1(password)).toString('hex').toUpperCase()}`;

/**
 * Returns idempotent statements that create the user with which functions read a database of MySQL. The user may only read
 * the tables of this database.
 */
export const mysqlReaderStatements = (user: string, database: string, password: string): readonly string[] => [
  `create user if not exists '${user}'@'%'`,
  `alter user '${user}'@'%' identified with mysql_native_password as '${storedPassword(password)}'`,
  `grant select, show view on \`${database}\`.* to '${user}'@'%'`,
];
