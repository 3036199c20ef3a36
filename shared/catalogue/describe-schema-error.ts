import { say } from '../tabular/say.ts';
import { shown } from './shown.ts';

export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a String',
  number: 'a Number',
  integer: 'a whole Number',
  boolean: 'true or false',
  object: 'an Object',
  array: 'an Array',
  null: 'null',
};

const typeNames = (type: unknown): string =>
  [type]
    .flat()
    .map((one) => TYPES[String(one)] ?? String(one))
    .join(' or ');

/** Returns a note for errors of a Boolean: table cells have no Booleans, so a table writes 1 or 0. */
const inTables = (type: unknown): string => (type === 'boolean' ? '; in a table, 1 or 0' : '');

interface Wording {
  readonly message: string;
  readonly hint: string;
}

const PATTERNS: Readonly<Record<string, Wording>> = {
  '^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$': {
    message: 'must be a colour: # and 3, 4, 6 or 8 hexadecimal digits',
    hint: 'write a colour such as #1f77b4',
  },
  '^https://[^\\s/\\\\?#]': {
    message: 'must be an address that starts with https:// and a host',
    hint: 'write an address such as https://status.example.com/wall, with https:// in small letters and nothing before it',
  },
  '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$': {
    message: 'must be a Number or the text of one',
    hint: 'write a number such as 12.5 or "12.5"',
  },
  '^(?:[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]) )?(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$': {
    message: 'must be a time: yyyy-MM-dd HH:mm:ss or HH:mm:ss',
    hint: 'write a time such as 2026-03-09 08:05:00 or 08:05:00',
  },
};

export const patternWording = (pattern: string): Wording =>
  PATTERNS[pattern] ?? { message: `must match ${pattern}`, hint: 'correct the value' };

const wordings: Readonly<Record<string, (params: SchemaError['params']) => Wording>> = {
  type: ({ type }) => ({
    message: `must be ${typeNames(type)}`,
    hint: `give ${typeNames(type)} here${inTables(type)}`,
  }),
  enum: ({ allowedValues }) => ({
    message: `must be one of ${[allowedValues].flat().map(shown).join(', ')}`,
    hint: 'use one of the listed values',
  }),
  const: ({ allowedValue }) => ({ message: `must be ${shown(allowedValue)}`, hint: `write ${shown(allowedValue)}` }),
  minimum: ({ limit }) => ({ message: `must be at least ${limit}`, hint: 'correct the value' }),
  maxProperties: ({ limit }) => ({
    message: limit === 0 ? 'must be an Object without fields' : `must have at most ${limit} fields`,
    hint: 'remove its fields',
  }),
  maximum: ({ limit }) => ({ message: `must be at most ${limit}`, hint: 'correct the value' }),
  minItems: ({ limit }) => ({ message: `must have at least ${limit} entries`, hint: 'add the missing entries' }),
  maxItems: ({ limit }) => ({
    message: say`must have at most ${limit} entries`,
    hint: `keep the ${limit} most important entries`,
  }),
  pattern: ({ pattern }) => patternWording(String(pattern)),
};

/** Says the expected value, the value found, and a hint. */
export const describeSchemaError = ({ keyword, params, message }: SchemaError, found: unknown): Wording => {
  if (keyword === 'required') {
    return { message: say`lacks the field '${params.missingProperty}'`, hint: `add '${params.missingProperty}'` };
  }
  const wording = wordings[keyword]?.(params) ?? { message: message ?? `breaks ${keyword}`, hint: 'correct the value' };
  return { ...wording, message: say`${wording.message}; found ${shown(found)}` };
};
