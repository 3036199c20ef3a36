import type { EmulatorReply } from '../server/json-emulator.ts';

/** HTTP status by error name, as in the SDK's model. Errors that are not in the model have status 400. */
const STATUS: Readonly<Record<string, number>> = {
  AccessDeniedException: 403,
  DatabaseNotFoundException: 404,
  DatabaseUnavailableException: 504,
  ForbiddenException: 403,
  InternalFailure: 500,
  InternalServerErrorException: 500,
  InvalidSignatureException: 403,
  MissingAuthenticationTokenException: 403,
  NotFoundException: 404,
  ServiceUnavailableError: 503,
  TransactionNotFoundException: 404,
  UnknownOperationException: 404,
};

/** Error messages that never vary, by the name of the error. */
const MESSAGES: Readonly<Record<string, string>> = {
  DatabaseResumingException:
    'The Aurora DB instance is resuming after being auto-paused. Please wait a few seconds and try again.',
  StatementTimeoutException: 'Request timed out',
};

/** Creates the reply for an exception, by its name. */
export const errorReply = (error: string, message = MESSAGES[error]): EmulatorReply => ({
  status: STATUS[error] ?? 400,
  error,
  body: message === undefined ? {} : { message },
});

/** PostgreSQL's error for a refused statement. */
export interface SqlFailure {
  readonly severity: string;
  readonly message: string;
  readonly code: string;
  readonly hint?: string;
  readonly position?: string;
}

/** Formats an error as `ERROR: ...; Hint: ...; Position: 15; SQLState: 42P01`. */
const sentence = ({ severity, message, hint, position, code }: SqlFailure): string =>
  [`${severity}: ${message}`, hint && `Hint: ${hint}`, position && `Position: ${position}`, `SQLState: ${code}`]
    .filter(Boolean)
    .join('; ');

/** Formats an error on one line for the author of the statement. */
export const sqlErrorLine = ({ severity, message, hint }: SqlFailure): string =>
  `${severity}: ${message}${hint ? ` (${hint})` : ''}`.replace(/\s*[\r\n]\s*/g, ' ');

const MULTIPLE_STATEMENTS = 'cannot insert multiple commands into a prepared statement';

/** Creates the reply for a statement that PostgreSQL refused. */
export const sqlErrorReply = (failure: SqlFailure): EmulatorReply =>
  failure.message === MULTIPLE_STATEMENTS
    ? errorReply('ValidationException', "Multistatements aren't supported.")
    : errorReply('DatabaseErrorException', sentence(failure));
