import { setTimeout } from 'node:timers/promises';
import {
  AthenaClient,
  type ColumnInfo,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  type QueryExecution,
  StartQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { type AthenaSource, createQuery } from '../../../../shared/kinds/athena/athena-query.ts';
import { type GetPage, readResults } from '../../../../shared/kinds/athena/read-results.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import type { RequestWindow } from '../../../../shared/sources/rds-data.ts';
import { type DatasetRows, QueryFailure, type QueryPlace } from '../source-kind.ts';

type Explained = QueryPlace['explained'];

const failureOf = ({ State, StateChangeReason, AthenaError }: NonNullable<QueryExecution['Status']>): QueryFailure => {
  const message = StateChangeReason ?? AthenaError?.ErrorMessage ?? `the query is ${State}`;
  const [, line, column] = /\bline (\d+):(\d+)/.exec(message) ?? [];
  return new QueryFailure(message, line === undefined ? undefined : { line: Number(line), column: Number(column) });
};

const POLL_MS = 200;
const MAX_POLL_MS = 2_000;

const awaitEnd = async (
  client: AthenaClient,
  id: string | undefined,
  explained: Explained,
): Promise<QueryExecution> => {
  for (let pause = POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
    const { QueryExecution: execution = {} } = await explained('the call athena:GetQueryExecution', () =>
      client.send(new GetQueryExecutionCommand({ QueryExecutionId: id })),
    );
    const { State } = execution.Status ?? {};
    if (State !== 'QUEUED' && State !== 'RUNNING') return execution;
    await setTimeout(pause);
  }
};

const typeOf = ({ Type = '', Precision, Scale }: Partial<ColumnInfo>): string =>
  Type === 'decimal' ? `decimal(${Precision},${Scale})` : Type;

const readAll = async (client: AthenaClient, id: string | undefined, explained: Explained) => {
  let info: readonly ColumnInfo[] = [];
  const getPage: GetPage = async (NextToken) => {
    const page = await explained('the call athena:GetQueryResults', () =>
      client.send(new GetQueryResultsCommand({ QueryExecutionId: id, NextToken })),
    );
    info = page.ResultSet?.ResultSetMetadata?.ColumnInfo ?? info;
    return page;
  };
  const { header, rows } = await readResults(getPage, UNLIMITED);
  return { columns: header.map((name, index) => ({ name, type: typeOf(info[index] ?? {}) })), rows };
};

const start = (client: AthenaClient, source: AthenaSource, window: RequestWindow, place: QueryPlace) => {
  const { statement, parameters, database, catalog } = createQuery(source, window);
  const command = new StartQueryExecutionCommand({
    QueryString: statement,
    QueryExecutionContext: { Database: database, Catalog: catalog },
    WorkGroup: place.workgroup ?? source.workgroup ?? place.stageWorkgroup ?? 'primary',
    ...(parameters.length > 0 && { ExecutionParameters: [...parameters] }),
  });
  return place.explained('the call athena:StartQueryExecution', () => client.send(command));
};

/** @throws QueryFailure if Athena cannot run the query. */
export const runAthena = async (
  source: AthenaSource,
  window: RequestWindow,
  place: QueryPlace,
): Promise<DatasetRows> => {
  const client = new AthenaClient({ region: place.region });
  try {
    const began = performance.now();
    const { QueryExecutionId: id } = await start(client, source, window, place);
    const { Status = {}, Statistics } = await awaitEnd(client, id, place.explained);
    if (Status.State !== 'SUCCEEDED') throw failureOf(Status);
    const { columns, rows } = await readAll(client, id, place.explained);
    const scannedBytes = Statistics?.DataScannedInBytes ?? 0;
    return { columns, rows, scannedBytes, seconds: (performance.now() - began) / 1000 };
  } finally {
    client.destroy();
  }
};
