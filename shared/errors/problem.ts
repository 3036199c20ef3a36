import { type Detail, type ErrorCode, errorCodes, MAX_DETAILS, WallfeedError } from './wallfeed-error.ts';

/** The body of an error response. `code` and `status` both hold the HTTP status, because components read either. */
export interface Problem {
  readonly code: number;
  readonly status: number;
  /** A message for people. */
  readonly msg: string;
  /** The stable error code for programs. */
  readonly error: ErrorCode;
  readonly details: readonly Detail[];
  readonly requestId: string;
}

const INTERNAL = 'Wallfeed failed with an internal error; the log shows the error under the request id.';

/** The endpoint of a failed request, by the names that integrators know. */
export interface Subject {
  readonly slug: string;
  readonly component: string;
}

/** Creates the error body. Errors that are not a WallfeedError reveal no details to the client. */
export const problemOf = (error: unknown, requestId: string, subject?: Subject): Problem => {
  const known = error instanceof WallfeedError ? error : new WallfeedError('INTERNAL', INTERNAL, [], { cause: error });
  const { status } = errorCodes[known.code];
  const about = subject ? `${subject.component} '${subject.slug}': ` : '';
  return {
    code: status,
    status,
    msg: `${about}${known.message}`,
    error: known.code,
    details: known.details.slice(0, MAX_DETAILS),
    requestId,
  };
};
