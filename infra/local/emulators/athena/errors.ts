import type { EmulatorReply } from '../server/json-emulator.ts';

/** Error messages that never vary, by the name of the error. */
const MESSAGES: Readonly<Record<string, string>> = {
  ThrottlingException: 'Rate exceeded',
  TooManyRequestsException: 'You have exceeded the limit for the number of queries you can run concurrently.',
  InternalServerException: 'An internal server error occurred',
};

/** Additional members of an error's body, by the name of the error. */
const MEMBERS: Readonly<Record<string, object>> = {
  InvalidRequestException: { AthenaErrorCode: 'INVALID_INPUT' },
  TooManyRequestsException: { Reason: 'CONCURRENT_QUERY_LIMIT_EXCEEDED' },
};

/** Creates the reply for an exception, by its name. JSON 1.1 has the error's name in the body. */
export const errorReply = (error: string, message = MESSAGES[error]): EmulatorReply => ({
  status: error.startsWith('Internal') ? 500 : 400,
  error,
  body: { __type: error, ...MEMBERS[error], ...(message && { Message: message, message }) },
});

/** Creates the reply for a request that Athena refuses. */
export const invalid = (message: string): EmulatorReply => errorReply('InvalidRequestException', message);

const REASONS: readonly (readonly [pattern: RegExp, reason: (...groups: readonly string[]) => string])[] = [
  [/^(?:(?:Error|Invalid Input Error): )*([A-Z_]+: [\s\S]*)$/, (text) => text],
  [/Could not parse string "([^"]*)"/, (text) => `INVALID_FUNCTION_ARGUMENT: Invalid format: "${text}"`],
  [/^Parser Error: ([\s\S]*)/, (text) => `SYNTAX_ERROR: line 1:1: ${text}`],
  [/^Conversion Error: ([\s\S]*)/, (text) => `INVALID_CAST_ARGUMENT: ${text}`],
  [/^Out of Memory Error/, () => 'EXCEEDED_LOCAL_MEMORY_LIMIT: Query exceeded the memory of the local emulator'],
  [/^(?:Binder|Catalog) Error: ([\s\S]*)/, (text) => `SYNTAX_ERROR: line 1:1: ${text}`],
];

/**
 * Removes the statement that DuckDB adds below a message, because the user knows only the statement before its
 * translation.
 */
const withoutStatement = (message: string): string => message.split(/\n+LINE \d+:/)[0]?.trim() ?? message;

/** Returns the reason why a query failed, as Athena words it. */
export const reasonOf = (error: unknown): string => {
  const message = withoutStatement(error instanceof Error ? error.message : String(error));
  for (const [pattern, reason] of REASONS) {
    const match = pattern.exec(message);
    if (match) return reason(...match.slice(1));
  }
  return `GENERIC_INTERNAL_ERROR: ${message}`;
};
