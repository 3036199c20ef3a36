import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { collectBody } from '../../aws/collect-body.ts';
import { requestHandler } from '../../aws/request-handler.ts';
import { createBudget, functionMemoryMb } from '../../limits/budget.ts';
import { type AthenaQuery, tokenOf } from './athena-query.ts';

/**
 * Maximum size of a reply. A page has at most 1 000 rows, so a larger reply has very long texts or does not come from
 * Athena.
 */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
const MAX_PAGE_ROWS = 1_000;

/**
 * Refuses a reply that is too large for the function's memory. The reason is the `cause` of the thrown error, because the
 * client replaces the message of an error but keeps its cause.
 */
const admitReply = (resultBytes: number): void => {
  try {
    createBudget({ memoryMb: functionMemoryMb(), endsAt: Number.POSITIVE_INFINITY }).hold({ resultBytes });
  } catch (cause) {
    throw Object.assign(new Error('too large for the memory', { cause }), { name: 'TooLarge' });
  }
};

const collect = collectBody(MAX_REPLY_BYTES);

const client = new AthenaClient({
  maxAttempts: 1,
  requestHandler,
  streamCollector: (body: AsyncIterable<Uint8Array>) => collect(body, admitReply),
});

/** Starts a query, or finds the execution that was started with the same token. Returns the execution's id. */
export const sendStart = async (query: AthenaQuery, attempt: number, abortSignal: AbortSignal): Promise<unknown> => {
  const { statement, parameters, workgroup, database, catalog } = query;
  const command = new StartQueryExecutionCommand({
    QueryString: statement,
    QueryExecutionContext: { Database: database, Catalog: catalog },
    WorkGroup: workgroup,
    ClientRequestToken: tokenOf(query, attempt),
    ...(parameters.length > 0 && { ExecutionParameters: [...parameters] }),
  });
  return (await client.send(command, { abortSignal })).QueryExecutionId;
};

/** Returns the state of an execution as Athena sends it. Throws the client's errors. */
export const sendGetExecution = async (id: string, abortSignal: AbortSignal): Promise<unknown> =>
  (await client.send(new GetQueryExecutionCommand({ QueryExecutionId: id }), { abortSignal })).QueryExecution;

/**
 * Returns a page of a result as Athena sends it. Throws the client's errors.
 * @param token the token of the page; undefined for the first page.
 */
export const sendGetResults = (id: string, token: string | undefined, abortSignal: AbortSignal): Promise<unknown> =>
  client.send(
    new GetQueryResultsCommand({
      QueryExecutionId: id,
      MaxResults: MAX_PAGE_ROWS,
      ...(token !== undefined && { NextToken: token }),
    }),
    { abortSignal },
  );
