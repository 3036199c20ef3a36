import { type Execution, isActive } from './execution.ts';

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

/** Describes an execution as GetQueryExecution does. Times are seconds since 1970, lengths milliseconds. */
export const describeExecution = (execution: Execution): object => {
  const { request, submittedAt, completedAt, startedAt, state, reason } = execution;
  const end = completedAt ?? Date.now();
  const { QueryExecutionContext, ExecutionParameters, ResultConfiguration } = request;
  return {
    QueryExecutionId: execution.id,
    Query: request.QueryString,
    StatementType: 'DML',
    SubstatementType: 'SELECT',
    ...(QueryExecutionContext && { QueryExecutionContext }),
    ...(ResultConfiguration && { ResultConfiguration }),
    ...(ExecutionParameters && { ExecutionParameters }),
    WorkGroup: execution.workgroup,
    EngineVersion: { SelectedEngineVersion: 'AUTO', EffectiveEngineVersion: 'Athena engine version 3' },
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
      QueryQueueTimeInMillis: (startedAt ?? end) - submittedAt,
      ...(startedAt !== undefined && { EngineExecutionTimeInMillis: end - startedAt }),
      ResultReuseInformation: { ReusedPreviousResult: false },
    },
  };
};
