import type { ArrayValue, ResultSetOptions } from '@aws-sdk/client-rds-data';
import { ARRAYS, type Kind, type ResultType } from './types.ts';

/** A Field in the format of the API. */
export type WireField = Readonly<Record<string, unknown>>;

const FRACTION = /\.(\d+)/;

/**
 * Shortens the fraction of a second in a time: to nothing if it is zero, to milliseconds if they are exact, and
 * otherwise to microseconds.
 */
const fraction = (text: string): string =>
  text.replace(FRACTION, (_, digits: string) => {
    const micros = digits.padEnd(6, '0');
    return `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
  });

/** Removes the UTC offset from a time, because the session's time zone is UTC. */
const instant = (text: string): string => fraction(text).replace(/\+00(?= BC$|$)/, '');

/** Keeps NaN and infinities as strings, as the API does. */
const double = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

interface FieldReader {
  readonly member: 'longValue' | 'doubleValue' | 'booleanValue' | 'stringValue' | 'blobValue';
  readonly read: (text: string) => unknown;
}

const asText: FieldReader = { member: 'stringValue', read: (text) => text };
const asLong: FieldReader = { member: 'longValue', read: Number };
const asDouble: FieldReader = { member: 'doubleValue', read: double };

const FIELD_READERS: Readonly<Record<Kind, FieldReader>> = {
  long: asLong,
  decimal: asText,
  double: asDouble,
  boolean: { member: 'booleanValue', read: (text) => text === 't' },
  blob: { member: 'blobValue', read: (text) => Buffer.from(text.slice(2), 'hex').toString('base64') },
  text: asText,
  time: { member: 'stringValue', read: fraction },
  instant: { member: 'stringValue', read: instant },
};

const readerFor = (kind: Kind, text: string, options: ResultSetOptions): FieldReader => {
  if (kind === 'long' && options.longReturnType === 'STRING') return asText;
  if (kind === 'decimal' && options.decimalReturnType === 'DOUBLE_OR_LONG') {
    return /^-?\d+$/.test(text) ? asLong : asDouble;
  }
  return FIELD_READERS[kind];
};

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/g;

const elements = (text: string): (string | null)[] =>
  [...text.slice(text.indexOf('{')).matchAll(ELEMENT)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
    return bare === undefined || bare === 'NULL' ? null : bare;
  });

/** Converts an array to a field with the name of its type, such as `longValues` or `stringValues`. */
const arrayValue = (text: string, element: ResultType): ArrayValue => {
  const { member, read } = FIELD_READERS[element.kind];
  const values = elements(text).map((value) => (value === null ? null : read(value)));
  return { [`${member}s`]: values } as unknown as ArrayValue;
};

/** True if PostgreSQL's text of a value is an array of arrays, which the service cannot return. */
export const isMultidimensional = (oid: number, text: string | null): boolean =>
  ARRAYS.has(oid) && /^(?:\[.*?\]=)?\{\{/.test(text ?? '');

/** True for `infinity` as a date or timestamp, which the service cannot return. */
export const isInfinite = ({ kind }: ResultType, text: string | null): boolean =>
  kind === 'instant' && /infinity/.test(text ?? '');

/** Converts PostgreSQL's text of a value to a Field. */
export const toField = (
  text: string | null,
  oid: number,
  type: ResultType,
  options: ResultSetOptions = {},
): WireField => {
  if (text === null) return { isNull: true };
  if (ARRAYS.has(oid)) return { arrayValue: arrayValue(text, type) };
  const { member, read } = readerFor(type.kind, text, options);
  return { [member]: read(text) };
};
