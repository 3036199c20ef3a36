import type { PGlite } from '@electric-sql/pglite';
import { startDatabase } from '../../../infra/local/emulators/rds-data/database-image.ts';
import { prepare, type WireParameter } from '../../../infra/local/emulators/rds-data/prepare.ts';
import { emptyImage } from '../../../infra/local/emulators/rds-data/start-worker.ts';
import { errorReply, sqlErrorReply } from '../../../infra/local/emulators/rds-data/types.ts';
import {
  type EmulatorReply,
  type JsonEmulator,
  startJsonEmulator,
} from '../../../infra/local/emulators/server/json-emulator.ts';

export interface WritableDataApi extends JsonEmulator {
  readonly database: PGlite;
  /** The operation, and the statement if there is one. */
  readonly asked: string[];
  readonly clusters: string[];
}

interface WireRequest {
  readonly resourceArn: string;
  readonly parameters?: readonly WireParameter[];
  readonly sql?: string;
  readonly transactionId?: string;
}

interface Failure {
  readonly message: string;
  readonly code: string;
}

const SQL: Readonly<Record<string, string>> = {
  '/BeginTransaction': 'begin',
  '/CommitTransaction': 'commit',
  '/RollbackTransaction': 'rollback',
};

const run = async (
  database: PGlite,
  sql: string,
  parameters: readonly WireParameter[],
  body: object,
): Promise<EmulatorReply> => {
  const statement = prepare(sql, parameters);
  if ('refusal' in statement) return statement.refusal;
  try {
    await database.query(statement.text, [...statement.values]);
    return { status: 200, body };
  } catch (error) {
    const { message, code } = error as Failure;
    return sqlErrorReply({ severity: 'ERROR', message, code });
  }
};

/** Runs one transaction at a time. */
export const startWritableDataApi = async (): Promise<WritableDataApi> => {
  const database = await startDatabase(await emptyImage());
  const calls: string[] = [];
  const clusters: string[] = [];
  const emulator = await startJsonEmulator({
    contentType: 'application/json',
    errorReply,
    answer: async ({ request, body }) => {
      const path = request.url ?? '';
      const { sql, parameters = [], transactionId, resourceArn } = JSON.parse(body) as WireRequest;
      if (path !== '/BeginTransaction' && transactionId !== 'one') return errorReply('TransactionNotFoundException');
      if (!clusters.includes(resourceArn)) clusters.push(resourceArn);
      calls.push(SQL[path] ?? sql ?? '');
      const reply = path === '/BeginTransaction' ? { transactionId: 'one' } : { transactionStatus: 'done' };
      return run(database, SQL[path] ?? sql ?? '', parameters, reply);
    },
  });
  const close = async (): Promise<void> => {
    await emulator.close();
    await database.close();
  };
  return { ...emulator, database, asked: calls, clusters, close };
};
