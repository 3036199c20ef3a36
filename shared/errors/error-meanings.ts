import type { ErrorCode } from './wallfeed-error.ts';

/**
 * The meaning of each error code, for documents and pages: functions never load this text. A test compares it with the table
 * in shared/README.md.
 */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  REQUEST_INVALID: 'a parameter is missing, malformed, or given twice with different text',
  TOKEN_MISSING: 'the endpoint has a token, and the request has no digest',
  TOKEN_MISMATCH: 'the digest does not match this request and the configured token',
  TOKEN_EXPIRED: 'currentTime is further from the clock than maxSkew',
  KEY_MISSING: 'the endpoint has an API key, and the request has none',
  KEY_MISMATCH: 'the API key does not match the configured key',
  ENDPOINT_UNKNOWN: 'no endpoint has this URL',
  METHOD_NOT_ALLOWED: 'the endpoint does not take this method; the header Allow has its methods',
  REQUEST_TOO_LARGE: 'the request body is over 65 536 bytes',
  CONTENT_TYPE_UNSUPPORTED: 'the body is neither JSON nor a form',
  INTERNAL: 'an error in Wallfeed itself; the log shows the error under the request id',
  DASHBOARD_INVALID: 'the local stack does not serve the endpoint, because dashboard.yml has an error',
  SOURCE_NOT_FOUND: 'the file, bucket or database does not exist',
  SOURCE_DENIED: 'the function may not read the source',
  SOURCE_INVALID: 'the source cannot be read as CSV, JSON or the result of a query',
  SOURCE_TOO_LARGE: 'the source is over its limit of bytes, rows or cells, or over the function’s memory',
  SQL_FAILED: 'the database refused the query',
  TABLE_COLUMNS: 'the table lacks a column or has too many, or a row has too many cells',
  TABLE_CELL: 'a cell is blank, is not in the map, or does not have its column’s type',
  TABLE_ROWS: 'the table has too few or too many rows',
  TABLE_KEYS: 'a pair is missing or given twice, or rows of one group contradict each other',
  BODY_INVALID: 'the body breaks a limit or rule of the component',
  BODY_TOO_LARGE: 'the response is over the 6 MB that a function may send',
  TOKEN_UNAVAILABLE: 'the configured token or API key cannot be read',
  SOURCE_THROTTLED: 'the source is refusing calls for now',
  SOURCE_RESUMING: 'the database is resuming or starting',
  SOURCE_REFUSED: 'the host of an API refused the request, or leads to another address',
  SOURCE_TIMEOUT: 'the source did not answer in time, or the connection to it failed',
};
