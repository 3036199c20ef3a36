import { describe } from '@jest/globals';
import { findServer } from '../../infra/local/emulators/mysql/find-server.ts';

const program = await findServer();

/** Describes tests that need a server of MariaDB or MySQL. Jest counts them as skipped on a machine without one. */
export const describeWithMysql = program === undefined ? describe.skip : describe;
