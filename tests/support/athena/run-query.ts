import {
  type AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  type QueryExecution,
  StartQueryExecutionCommand,
  type StartQueryExecutionCommandInput,
} from '@aws-sdk/client-athena';

const POLL_MS = 10;

export const waitForEnd = async (client: AthenaClient, id: string | undefined): Promise<QueryExecution> => {
  for (;;) {
    const { QueryExecution } = await client.send(new GetQueryExecutionCommand({ QueryExecutionId: id }));
    if (QueryExecution && !['QUEUED', 'RUNNING'].includes(QueryExecution.Status?.State ?? '')) return QueryExecution;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

export interface Outcome {
  readonly execution: QueryExecution;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly (string | undefined)[])[];
}

export const runQuery = async (
  client: AthenaClient,
  sql: string,
  input: Partial<StartQueryExecutionCommandInput> = {},
): Promise<Outcome> => {
  const { QueryExecutionId } = await client.send(
    new StartQueryExecutionCommand({
      QueryString: sql,
      QueryExecutionContext: { Database: 'shop' },
      WorkGroup: 'walls',
      ...input,
    }),
  );
  const execution = await waitForEnd(client, QueryExecutionId);
  if (execution.Status?.State !== 'SUCCEEDED') return { execution, columns: [], types: [], rows: [] };
  const { ResultSet } = await client.send(new GetQueryResultsCommand({ QueryExecutionId }));
  const [header = [], ...rows] = (ResultSet?.Rows ?? []).map(({ Data }) => (Data ?? []).map((one) => one.VarCharValue));
  const types = (ResultSet?.ResultSetMetadata?.ColumnInfo ?? []).map(({ Type = '' }) => Type);
  return { execution, columns: header.map(String), types, rows };
};
