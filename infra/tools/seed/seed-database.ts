import { setTimeout as delay } from 'node:timers/promises';
import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import { OWN_DATABASE } from '../../build/stack/permissions.ts';
import { seedError } from '../../local/data-api/seed-error.ts';
import { explainError, explained } from '../aws/explain-error.ts';
import type { SeedStatement } from './read-statements.ts';

export interface SeedOptions {
  readonly region: string;
  /** ARNs of the cluster that the stack has made, and of its secret. */
  readonly cluster: string;
  readonly secret: string;
  readonly statements: readonly SeedStatement[];
  /** Milliseconds between two tries at a database that wakes up. */
  readonly pause?: number;
}

const TRIES = 12;
const PAUSE = 5000;

type Address = { readonly resourceArn: string; readonly secretArn: string };

/** A paused database says so and wakes up. */
const begin = async (client: RDSDataClient, address: Address, pause: number): Promise<string | undefined> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const command = new BeginTransactionCommand({ ...address, database: OWN_DATABASE });
      return (await client.send(command)).transactionId;
    } catch (error) {
      if ((error as Error).name !== 'DatabaseResumingException' || tries === TRIES) throw error;
      await delay(pause);
    }
  }
};

const faultOf = ({ sql: _, ...place }: SeedStatement, error: unknown): Error => {
  const { name, message } = error as Error;
  const isSql = name === 'DatabaseErrorException' || name === 'BadRequestException' || name === 'ValidationException';
  const words = isSql ? message : explainError('applying the seeds', error);
  return seedError({ ...place, message: `${words}. Nothing of the seeds was kept` });
};

/**
 * Applies seeds to the database of a stack, all of them or none.
 * @throws Error with file, line and column of the statement that the database refused.
 */
export const seedDatabase = async (options: SeedOptions): Promise<void> => {
  const { region, cluster, secret, statements, pause = PAUSE } = options;
  const client = new RDSDataClient({ region });
  const address: Address = { resourceArn: cluster, secretArn: secret };
  const transactionId = await explained('opening the database', () => begin(client, address, pause));
  for (const statement of statements) {
    try {
      const { sql } = statement;
      await client.send(new ExecuteStatementCommand({ ...address, database: OWN_DATABASE, transactionId, sql }));
    } catch (error) {
      await client.send(new RollbackTransactionCommand({ ...address, transactionId })).catch(() => undefined);
      throw faultOf(statement, error);
    }
  }
  await explained('keeping the seeds', () => client.send(new CommitTransactionCommand({ ...address, transactionId })));
  client.destroy();
};
