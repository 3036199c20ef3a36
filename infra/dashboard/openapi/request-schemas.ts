import { errorCodes } from '../../../shared/errors/error-codes.ts';
import type { NamedSchemas, Schema } from './body-schemas.ts';

const PARAMETERS = {
  currentTime: {
    description: 'The current time in milliseconds since 1970. A number sent as text is accepted too.',
    oneOf: [
      { type: 'integer', minimum: 1_000_000_000_000, maximum: 9_999_999_999_999 },
      { type: 'string', pattern: '^[1-9]\\d{12}$' },
    ],
    examples: [1_513_137_332_798],
  },
  timePeriod: {
    description: 'The length of the time window before currentTime, in minutes.',
    oneOf: [
      { type: 'number', minimum: 0, maximum: 5_256_000 },
      { type: 'string', pattern: '^(0|[1-9]\\d*)(\\.\\d+)?$' },
    ],
    examples: [30],
  },
} as const;

const TOKEN = {
  description: 'The md5 digest of timePeriod, currentTime and the secret token, joined as text. Hexadecimal.',
  type: 'string',
  pattern: '^[0-9a-fA-F]{32}$',
  examples: ['e9b302edca797f28d9784ac593f4c8fe'],
} as const;

const REQUIRED = ['currentTime', 'timePeriod'];

const DETAIL: Schema = {
  type: 'object',
  required: ['message'],
  properties: {
    path: { type: 'string', description: 'The place in the response body.' },
    table: { type: 'string' },
    file: { type: 'string' },
    line: { type: 'integer', minimum: 1, description: 'The line of the file. The header is line 1.' },
    row: { type: 'integer', minimum: 1, description: 'The row of a query result.' },
    column: { type: 'integer', minimum: 1 },
    columnName: { type: 'string' },
    rows: { type: 'integer', minimum: 1, description: 'The number of rows from which the cell was computed.' },
    message: { type: 'string' },
    hint: { type: 'string', description: 'What to do.' },
  },
};

/** The parameters of a request, without a token and with one, and the body of an error. */
export const REQUEST_SCHEMAS: NamedSchemas = {
  Request: { type: 'object', required: REQUIRED, properties: PARAMETERS },
  RequestWithToken: {
    type: 'object',
    description: 'The digest may be sent in the header x-token instead.',
    required: REQUIRED,
    properties: { ...PARAMETERS, token: TOKEN },
  },
  Problem: {
    title: 'Says why there is no data, where the error is, and what to do',
    type: 'object',
    required: ['code', 'status', 'msg', 'error', 'details', 'requestId'],
    properties: {
      code: { type: 'integer', description: 'The HTTP status.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      msg: { type: 'string', description: 'One sentence for a person.' },
      error: { type: 'string', enum: Object.keys(errorCodes), description: 'A stable word for programs.' },
      details: { type: 'array', items: DETAIL },
      requestId: { type: 'string' },
    },
  },
};
