import type { ArrayValue, ResultSetOptions } from '@aws-sdk/client-rds-data';
import { ARRAYS, type Kind, type ResultType } from './types.ts';

/** A Field as the wire has it. */
export type WireField = Readonly<Record<string, unknown>>;

const FRACTION = /\.(\d+)/;

/** No fraction when it is nought, milliseconds when they are enough, else microseconds. */
const fraction = (text: string): string =>
  text.replace(FRACTION, (_, digits: string) => {
    const micros = digits.padEnd(6, '0');
    return `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
  });

/** The session's zone is UTC, and the offset is left off. */
const instant = (text: string): string => fraction(text).replace(/\+00(?= BC$|$)/, '');

/** NaN and the infinities are text on the wire. */
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

/** An array's values stand together under the name of their kind: `longValues`, `stringValues`. */
const arrayValue = (text: string, element: ResultType): ArrayValue => {
  const { member, read } = READINGS[element.kind];
  const values = elements(text).map((value) => (value === null ? null : read(value)));
  return { [`${member}s`]: values } as unknown as ArrayValue;
};

export const isMultidimensional = (oid: number, text: string | null): boolean =>
  ARRAYS.has(oid) && /^(?:\[.*?\]=)?\{\{/.test(text ?? '');

/** `infinity` as a date or timestamp is more than the service can send. */
export const isInfinite = ({ kind }: ResultType, text: string | null): boolean =>
  kind === 'instant' && /infinity/.test(text ?? '');

/** PostgreSQL's text of a value as a Field. */
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
