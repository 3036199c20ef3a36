import type { SourceErrorCode } from './source-error.ts';

/** The error for a failed call. `found` describes the failure in more detail than `code`. */
export interface ErrorMapping {
  readonly code: SourceErrorCode;
  readonly found?: string;
  readonly hint?: string;
}

/** Patterns, each with its error. The first matching pattern counts. */
export type ErrorMappings = readonly (readonly [RegExp, ErrorMapping])[];

/** Returns the error for a text, or undefined if no pattern matches. */
export const findMapping = (mappings: ErrorMappings, text: string): ErrorMapping | undefined =>
  mappings.find(([pattern]) => pattern.test(text))?.[1];

/** The error for credentials that have expired, by the exception name that AWS sends. */
export const EXPIRED_CREDENTIALS: ErrorMappings[number] = [
  /^ExpiredToken/,
  {
    code: 'SOURCE_DENIED',
    found: 'the credentials of the function have expired',
    hint: 'try again; if the error persists, renew the credentials of the function',
  },
];

/** The error for a call that the function may not make, by the exception name that AWS sends. */
export const ACCESS_DENIED: ErrorMappings[number] = [
  /AccessDenied|Forbidden|Credentials|UnrecognizedClient|Signature|AuthenticationToken/,
  { code: 'SOURCE_DENIED' },
];
