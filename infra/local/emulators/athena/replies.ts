import type { GetQueryResultsInput, ListQueryExecutionsInput } from '@aws-sdk/client-athena';
import type { EmulatorReply } from '../server/json-emulator.ts';
import { type Execution, invalid, isActive } from './execution.ts';

const seconds = (ms: number): number => ms / 1000;

/** Athena's number for the category of errors that the user can correct. */
const USER_ERROR = 2;
const SYSTEM_ERROR = 1;
/** Athena's number for an error in the syntax or the analysis of a query. */
const GENERIC_USER_ERROR = 1000;

const describeError = ({ reason, retryable = false, errorType = GENERIC_USER_ERROR }: Execution) => ({
  ErrorCategory: retryable ? SYSTEM_ERROR : USER_ERROR,
  ErrorType: errorType,
  Retryable: retryable,
  ErrorMessage: reason ?? '',
});

/** Times are seconds since 1970, lengths milliseconds. */
export const describeExecution = (execution: Execution, now: number): object => {
  const { request, submittedAt, completedAt, state, reason } = execution;
  const end = completedAt ?? now;
  const { QueryExecutionContext, ExecutionParameters } = request;
  return {
    QueryExecutionId: execution.id,
    Query: request.QueryString,
    ...(QueryExecutionContext && { QueryExecutionContext }),
    ...(ExecutionParameters && { ExecutionParameters }),
    WorkGroup: execution.workgroup,
    Status: {
      State: state,
      SubmissionDateTime: seconds(submittedAt),
      ...(completedAt !== undefined && { CompletionDateTime: seconds(completedAt) }),
      ...(reason !== undefined && { StateChangeReason: reason }),
      ...(state === 'FAILED' && { AthenaError: describeError(execution) }),
    },
    Statistics: {
      DataScannedInBytes: isActive(execution) ? 0 : execution.scannedBytes,
      TotalExecutionTimeInMillis: end - submittedAt,
    },
  };
};

/** Maximum number of executions on a page of ListQueryExecutions, and in one BatchGetQueryExecution. */
export const MAX_LISTED = 50;

interface PageInput {
  readonly NextToken?: string | undefined;
  readonly MaxResults?: number | undefined;
}

export const sliceOf = <Item>(
  items: readonly Item[],
  { NextToken, MaxResults = MAX_LISTED }: PageInput,
  max = MAX_LISTED,
): { readonly items: readonly Item[]; readonly next: { readonly NextToken?: string } } | EmulatorReply => {
  const from = NextToken === undefined ? 0 : Number(Buffer.from(NextToken, 'base64url').toString() || Number.NaN);
  if (MaxResults < 1 || MaxResults > max) return invalid(`MaxResults is more than maximum allowed length ${max}`);
  if (!Number.isInteger(from) || from < 0) return invalid('The provided NextToken is invalid');
  const to = from + MaxResults;
  const next = to < items.length ? { NextToken: Buffer.from(String(to)).toString('base64url') } : {};
  return { items: items.slice(from, to), next };
};

/**
 * Lists the newest executions on the first page. The ids of a page are in no order, because AWS promises none.
 * @param executions in the order in which they were started.
 */
export const listPage = (executions: readonly Execution[], input: ListQueryExecutionsInput): EmulatorReply => {
  const page = sliceOf(executions.toReversed(), input);
  if ('status' in page) return page;
  return { status: 200, body: { QueryExecutionIds: page.items.map(({ id }) => id).toSorted(), ...page.next } };
};

const MAX_PAGE_ROWS = 1000;

const toRow = (values: readonly (string | undefined)[]) => ({
  Data: values.map((value) => (value === undefined ? {} : { VarCharValue: value })),
});

const stateProblem = (execution: Execution): string | undefined => {
  const { state } = execution;
  if (isActive(execution)) return `Query has not yet finished. Current state: ${state}`;
  if (state !== 'SUCCEEDED') return `Query did not finish successfully. Final query state: ${state}`;
  return execution.expired ? 'Could not find results' : undefined;
};

/** Returns a page whose first row is the header. */
export const pageOf = (execution: Execution, input: GetQueryResultsInput): EmulatorReply => {
  const { result } = execution;
  const problem = stateProblem(execution);
  if (problem !== undefined || !result) return invalid(problem ?? 'Could not find results');
  const rows = [result.columns.map(({ Name }) => Name), ...result.rows];
  const page = sliceOf(rows, { MaxResults: MAX_PAGE_ROWS, ...input }, MAX_PAGE_ROWS);
  if ('status' in page) return page;
  const ResultSet = { Rows: page.items.map(toRow), ResultSetMetadata: { ColumnInfo: result.columns } };
  return { status: 200, body: { UpdateCount: 0, ResultSet, ...page.next } };
};
