import { describe } from '@jest/globals';
import { findServer } from '../../infra/local/emulators/mysql/find-server.ts';

const program = await findServer();

/** Jest counts the tests as skipped on a machine without MariaDB or MySQL. */
export const describeWithMysql = program === undefined ? describe.skip : describe;
