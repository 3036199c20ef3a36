import {
  ExecuteStatementCommand,
  type ExecuteStatementCommandInput,
  RDSDataClient,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';
import type { DataApi } from '../../../infra/local/emulators/rds-data/start-data-api.ts';
import { signed } from './start-s3.ts';

export const createClient = ({ url }: DataApi) => new RDSDataClient({ ...signed, endpoint: url });

export const target = {
  resourceArn: 'arn:aws:rds:us-east-1:000000000000:cluster:metrics',
  secretArn: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:metrics',
  database: 'metrics',
};

export const createAsk =
  (api: DataApi) =>
  (sql: string, parameters: SqlParameter[] = [], more: Partial<ExecuteStatementCommandInput> = {}) =>
    createClient(api).send(new ExecuteStatementCommand({ ...target, sql, parameters, ...more }));
