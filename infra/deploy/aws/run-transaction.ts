import { setTimeout as delay } from 'node:timers/promises';
import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import { clientOf, explained } from './call-service.ts';

export interface DatabaseAddress {
  readonly region: string;
  /** ARNs of the cluster, and of the secret with the user's credentials. */
  readonly cluster: string;
  readonly secret: string;
  readonly database: string;
  /** Milliseconds between two attempts while the database wakes up. */
  readonly pause?: number;
}

export type Execute = (sql: string, parameters?: Readonly<Record<string, string>>) => Promise<void>;

const MAX_ATTEMPTS = 12;
const RETRY_PAUSE_MS = 5000;

const untilAwake = async <Result>(attempt: () => Promise<Result>, pause: number): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as Error).name !== 'DatabaseResumingException' || tries === MAX_ATTEMPTS) throw error;
      await delay(pause);
    }
  }
};

const inTransaction = async (
  client: RDSDataClient,
  address: DatabaseAddress,
  work: (execute: Execute) => Promise<void>,
) => {
  const { cluster: resourceArn, secret: secretArn, database, pause = RETRY_PAUSE_MS } = address;
  const at = { resourceArn, secretArn };
  const begin = () => client.send(new BeginTransactionCommand({ ...at, database }));
  const { transactionId } = await explained('opening the database', () => untilAwake(begin, pause));
  const execute: Execute = async (sql, values = {}) => {
    const parameters = Object.entries(values).map(([name, stringValue]) => ({ name, value: { stringValue } }));
    await client.send(new ExecuteStatementCommand({ ...at, database, transactionId, sql, parameters }));
  };
  try {
    await work(execute);
  } catch (error) {
    await client.send(new RollbackTransactionCommand({ ...at, transactionId })).catch(() => undefined);
    throw error;
  }
  await explained('committing the changes to the database', () =>
    client.send(new CommitTransactionCommand({ ...at, transactionId })),
  );
};

/**
 * Rolls back if `work` throws.
 * @throws Error in one sentence if the transaction cannot begin or commit; otherwise the error of `work`.
 */
export const runTransaction = (address: DatabaseAddress, work: (execute: Execute) => Promise<void>): Promise<void> =>
  inTransaction(clientOf(RDSDataClient, { region: address.region }), address, work);
