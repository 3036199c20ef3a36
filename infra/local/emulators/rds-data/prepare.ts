import type { Field, SqlParameter } from '@aws-sdk/client-rds-data';
import { findSqlParameters } from '../../../../shared/sources/sql-parameters.ts';
import type { EmulatorReply } from '../server/json-emulator.ts';
import { errorReply, OID } from './types.ts';

/** Blobs are base64. */
export type WireParameter = Pick<SqlParameter, 'name'> & {
  readonly typeHint?: string;
  readonly value?: Omit<Field, 'blobValue'> & { readonly blobValue?: string };
};

/** A statement for PostgreSQL with `$1` placeholders, and the text and type of each value. */
export interface PreparedStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly types: readonly number[];
}

interface Hint {
  readonly type: number;
  readonly format?: RegExp;
  readonly written?: string;
}

const HINTS: Readonly<Record<string, Hint>> = {
  TIMESTAMP: {
    type: OID.timestamp,
    format: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?$/,
    written: 'YYYY-MM-DD HH:MM:SS[.FFF]',
  },
  DATE: { type: OID.date, format: /^\d{4}-\d\d-\d\d$/, written: 'YYYY-MM-DD' },
  TIME: { type: OID.time, format: /^\d\d:\d\d:\d\d(?:\.\d{1,3})?$/, written: 'HH:MM:SS[.FFF]' },
  DECIMAL: { type: OID.numeric },
  JSON: { type: OID.json },
  UUID: { type: OID.uuid },
};

const refuse = (message: string) => ({ refusal: errorReply('BadRequestException', message) });

interface Bound {
  readonly value: string | null;
  readonly type: number;
}

const UNSPECIFIED = 0;

const bindText = (text: string, { name, typeHint = '' }: WireParameter): Bound | { refusal: EmulatorReply } => {
  const hint = HINTS[typeHint];
  if (typeHint && !hint) return refuse(`Unknown type hint ${typeHint} of parameter ${name}`);
  if (hint?.format?.test(text) === false) {
    return refuse(`Value of parameter ${name} is not a ${typeHint}: its format is ${hint.written}`);
  }
  return { value: text, type: hint?.type ?? OID.text };
};

/** Binds a value with its own type. Text is cast only if there is a type hint. */
const bind = (parameter: WireParameter): Bound | { refusal: EmulatorReply } => {
  const { name, typeHint = '', value = {} } = parameter;
  if (value.isNull) return { value: null, type: HINTS[typeHint]?.type ?? UNSPECIFIED };
  if (value.stringValue !== undefined) return bindText(value.stringValue, parameter);
  if (Number.isInteger(value.longValue)) return { value: String(value.longValue), type: OID.int8 };
  if (value.doubleValue !== undefined) return { value: String(value.doubleValue), type: OID.float8 };
  if (value.booleanValue !== undefined) return { value: String(value.booleanValue), type: OID.bool };
  if (value.blobValue !== undefined) {
    return { value: `\\x${Buffer.from(value.blobValue, 'base64').toString('hex')}`, type: OID.bytea };
  }
  return value.arrayValue ? refuse('Array parameters are not supported.') : refuse(`Parameter ${name} has no value`);
};

/** Replaces each `:name` with `$n`, using the same number for the same name. */
export const prepare = (
  sql: string,
  parameters: readonly WireParameter[],
): PreparedStatement | { readonly refusal: EmulatorReply } => {
  const uses = findSqlParameters(sql);
  const names = [...new Set(uses.map(({ name }) => name))];
  const bounds: Bound[] = [];
  for (const name of names) {
    const parameter = parameters.find((candidate) => candidate.name === name);
    const bound = parameter ? bind(parameter) : refuse(`Cannot find parameter: ${name}`);
    if ('refusal' in bound) return bound;
    bounds.push(bound);
  }
  let text = '';
  let end = 0;
  for (const use of uses) {
    text += `${sql.slice(end, use.start)}$${names.indexOf(use.name) + 1}`;
    end = use.end;
  }
  return {
    text: text + sql.slice(end),
    values: bounds.map(({ value }) => value),
    types: bounds.map(({ type }) => type),
  };
};
