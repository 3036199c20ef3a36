import type { SourceErrorCode } from './source-error.ts';

/** `found` describes the failure in more detail than `code`. */
export interface ErrorMapping {
  readonly code: SourceErrorCode;
  readonly found?: string;
  readonly hint?: string;
}

/** The first matching pattern counts. */
export type ErrorMappings = readonly (readonly [RegExp, ErrorMapping])[];

export const findMapping = (mappings: ErrorMappings, text: string): ErrorMapping | undefined =>
  mappings.find(([pattern]) => pattern.test(text))?.[1];

export const EXPIRED_CREDENTIALS: ErrorMappings[number] = [
  /^ExpiredToken/,
  {
    code: 'SOURCE_DENIED',
    found: 'the credentials of the function have expired',
    hint: 'try again; if the error persists, renew the credentials of the function',
  },
];

export const ACCESS_DENIED: ErrorMappings[number] = [
  /AccessDenied|Forbidden|Credentials|UnrecognizedClient|Signature|AuthenticationToken/,
  { code: 'SOURCE_DENIED' },
];
