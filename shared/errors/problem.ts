import { type ErrorCode, errorCodes } from './error-codes.ts';
import { type Detail, WallfeedError } from './wallfeed-error.ts';

/** What an endpoint answers when it fails. `code` and `status` both hold the HTTP status: a component looks for either. */
export interface Problem {
  readonly code: number;
  readonly status: number;
  /** One sentence for a person. */
  readonly msg: string;
  /** The stable word of the table of errors. */
  readonly error: ErrorCode;
  readonly details: readonly Detail[];
  readonly requestId: string;
}

const INTERNAL = 'Something went wrong inside Wallfeed; the log has it under the request id.';

/** Which endpoint a problem is about, in words that an integrator knows. */
export interface Subject {
  readonly slug: string;
  readonly component: string;
}

/** The problem of an error. One that is not ours says nothing but that it happened. */
export const problemOf = (error: unknown, requestId: string, subject?: Subject): Problem => {
  const known = error instanceof WallfeedError ? error : new WallfeedError('INTERNAL', INTERNAL, [], { cause: error });
  const { status } = errorCodes[known.code];
  const about = subject ? `${subject.component} '${subject.slug}': ` : '';
  return {
    code: status,
    status,
    msg: `${about}${known.message}`,
    error: known.code,
    details: known.details,
    requestId,
  };
};
