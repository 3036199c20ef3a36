import { escape as quote } from 'mysql2';
import { tokenizeMysql } from '../../../dashboard/sql/mysql-tokens.ts';
import type { WireParameter } from '../rds-data/prepare.ts';
import { errorReply } from '../rds-data/types.ts';
import type { EmulatorReply } from '../server/json-emulator.ts';

interface Hint {
  readonly format: RegExp;
  readonly written: string;
  /** The word before the literal. */
  readonly word: string;
}

const HINTS: Readonly<Record<string, Hint>> = {
  TIMESTAMP: {
    format: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?$/,
    written: 'YYYY-MM-DD HH:MM:SS[.FFF]',
    word: 'timestamp',
  },
  DATE: { format: /^\d{4}-\d\d-\d\d$/, written: 'YYYY-MM-DD', word: 'date' },
  TIME: { format: /^\d\d:\d\d:\d\d(?:\.\d{1,3})?$/, written: 'HH:MM:SS[.FFF]', word: 'time' },
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const TEXT_HINTS = new Set(['', 'JSON', 'UUID']);

type Refusal = { readonly refusal: EmulatorReply };

const refuse = (message: string): Refusal => ({ refusal: errorReply('BadRequestException', message) });

const writeText = (text: string, { name, typeHint = '' }: WireParameter): string | Refusal => {
  if (TEXT_HINTS.has(typeHint)) return quote(text);
  if (typeHint === 'DECIMAL') return NUMBER.test(text) ? text : refuse(`Value of parameter ${name} is not a DECIMAL`);
  const hint = HINTS[typeHint];
  if (!hint) return refuse(`Unknown type hint ${typeHint} of parameter ${name}`);
  if (hint.format.test(text)) return `${hint.word}${quote(text)}`;
  return refuse(`Value of parameter ${name} is not a ${typeHint}: its format is ${hint.written}`);
};

const writeLiteral = (parameter: WireParameter): string | Refusal => {
  const { name, value = {} } = parameter;
  if (value.isNull) return 'null';
  if (value.stringValue !== undefined) return writeText(value.stringValue, parameter);
  if (Number.isInteger(value.longValue)) return String(value.longValue);
  if (value.doubleValue !== undefined) return `${value.doubleValue}e0`;
  if (value.booleanValue !== undefined) return String(value.booleanValue);
  if (value.blobValue !== undefined) return `x'${Buffer.from(value.blobValue, 'base64').toString('hex')}'`;
  return value.arrayValue ? refuse('Array parameters are not supported.') : refuse(`Parameter ${name} has no value`);
};

const isSeveral = (sql: string): boolean => {
  const tokens = tokenizeMysql(sql);
  return tokens.some(({ text }, index) => text === ';' && index < tokens.length - 1);
};

export const writeStatement = (
  sql: string,
  parameters: readonly WireParameter[],
): { readonly text: string } | Refusal => {
  if (isSeveral(sql)) return { refusal: errorReply('ValidationException', "Multistatements aren't supported.") };
  let text = '';
  let end = 0;
  for (const { kind, text: use, offset } of tokenizeMysql(sql)) {
    if (kind !== 'parameter') continue;
    const name = use.slice(1);
    const parameter = parameters.find((candidate) => candidate.name === name);
    const literal = parameter ? writeLiteral(parameter) : refuse(`Cannot find parameter: ${name}`);
    if (typeof literal !== 'string') return literal;
    text += sql.slice(end, offset) + literal;
    end = offset + use.length;
  }
  return { text: (text + sql.slice(end)).replace(/[;\s]+$/, '') };
};
