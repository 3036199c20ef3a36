import { createDeadline } from '../../../shared/aws/deadline.ts';
import type { SqlSource } from '../../../shared/config/sources.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { type DataRequest, type RawReply, serveStatements } from './serve-statements.ts';

export interface Replies {
  readonly calls: () => number;
  /** The first call gets the first of these replies, and so on. Further calls get the last reply. */
  readonly read: (...replies: readonly RawReply[]) => Promise<Table>;
  readonly sentTime: (currentTime: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const target = { cluster: 'arn:aws:rds:us-east-1:0:cluster:wall', secret: 'arn:aws:secretsmanager:x', name: 'wall' };
const source = { source: 'sql', statement: 'select secret_statement', parameters: [] } as const;
const window = { currentTime: 0, timePeriod: 60 };

export const startReplies = async (dialect: Pick<SqlSource, 'engine' | 'timezone'> = {}): Promise<Replies> => {
  let waiting: readonly RawReply[] = [];
  let calls = 0;
  let sent: DataRequest | undefined;
  const server = await serveStatements((request) => {
    const reply = waiting[Math.min(calls, waiting.length - 1)] ?? { body: '' };
    calls += 1;
    sent = request;
    return reply;
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: server.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { executeStatement } = await import('../../../shared/sources/rds-data.ts');
  return {
    calls: () => calls,
    read: (...replies) => {
      waiting = replies;
      calls = 0;
      return executeStatement({ ...source, ...dialect }, target, window, createDeadline(performance.now() + 8_000));
    },
    sentTime: async (currentTime) => {
      waiting = [{ body: '{"columnMetadata":[],"records":[]}' }];
      const asking = { ...source, ...dialect, parameters: ['to'] } as const;
      const deadline = createDeadline(performance.now() + 8_000);
      await executeStatement(asking, target, { currentTime, timePeriod: 60 }, deadline).catch(() => undefined);
      return sent?.parameters?.[0]?.value.stringValue ?? '';
    },
    close: server.close,
  };
};

export const errorOf = async (reading: Promise<unknown>) => {
  const { code, message, details, retryAfter } = await reading.then(
    () => ({}),
    (error: unknown) => Object(error),
  );
  return { code, message, details, retryAfter, text: JSON.stringify([message, details]) };
};
