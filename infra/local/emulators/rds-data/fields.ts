import type { ArrayValue, ResultSetOptions } from '@aws-sdk/client-rds-data';
import { ARRAYS, type Kind, type ResultType } from './types.ts';

/** A Field in the format of the API. */
export type WireField = Readonly<Record<string, unknown>>;

const FRACTION = /\.(\d+)/;

/** Formats a fraction of a second: none if zero, milliseconds if exact, otherwise microseconds. */
const fraction = (text: string): string =>
  text.replace(FRACTION, (_, digits: string) => {
    const micros = digits.padEnd(6, '0');
    return `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
  });

/** Removes the offset: the session's time zone is UTC. */
const instant = (text: string): string => fraction(text).replace(/\+00(?= BC$|$)/, '');

/** Keeps NaN and infinities as strings, as the API does. */
const double = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

interface Reading {
  readonly member: 'longValue' | 'doubleValue' | 'booleanValue' | 'stringValue' | 'blobValue';
  readonly read: (text: string) => unknown;
}

const asText: Reading = { member: 'stringValue', read: (text) => text };
const asLong: Reading = { member: 'longValue', read: Number };
const asDouble: Reading = { member: 'doubleValue', read: double };

const READINGS: Readonly<Record<Kind, Reading>> = {
  long: asLong,
  decimal: asText,
  double: asDouble,
  boolean: { member: 'booleanValue', read: (text) => text === 't' },
  blob: { member: 'blobValue', read: (text) => Buffer.from(text.slice(2), 'hex').toString('base64') },
  text: asText,
  time: { member: 'stringValue', read: fraction },
  instant: { member: 'stringValue', read: instant },
};

const reading = (kind: Kind, text: string, options: ResultSetOptions): Reading => {
  if (kind === 'long' && options.longReturnType === 'STRING') return asText;
  if (kind === 'decimal' && options.decimalReturnType === 'DOUBLE_OR_LONG') {
    return /^-?\d+$/.test(text) ? asLong : asDouble;
  }
  return READINGS[kind];
};

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/g;

const elements = (text: string): (string | null)[] =>
  [...text.slice(text.indexOf('{')).matchAll(ELEMENT)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
    return bare === undefined || bare === 'NULL' ? null : bare;
  });

/** Converts an array to a field with the name of its type, such as `longValues` or `stringValues`. */
const arrayValue = (text: string, element: ResultType): ArrayValue => {
  const { member, read } = READINGS[element.kind];
  const values = elements(text).map((value) => (value === null ? null : read(value)));
  return { [`${member}s`]: values } as unknown as ArrayValue;
};

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
  const { member, read } = reading(type.kind, text, options);
  return { [member]: read(text) };
};
