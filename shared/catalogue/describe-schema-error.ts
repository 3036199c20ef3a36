import type { SchemaError } from './validate.ts';

const LONGEST_SHOWN = 60;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : '';
};

/** A value found in a body, short enough for a message. */
export const shown = (value: unknown): string => {
  const text = kindOf(value) || (JSON.stringify(value) ?? 'nothing');
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

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

/** What a pattern of the schemas stands for. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$': 'must be a colour: # and 3, 4, 6 or 8 hexadecimal digits',
  '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$': 'must be a Number or the text of one',
};

const words: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  type: ({ type }) => `must be ${typeNames(type)}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(shown).join(', ')}`,
  const: ({ allowedValue }) => `must be ${shown(allowedValue)}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `must have at least ${limit} entries`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? `must match ${pattern}`,
};

/** What a compiled schema found wrong with a value of a body, in words: what must be there, and what is. */
export const describeSchemaError = ({ keyword, params, message }: SchemaError, found: unknown): string => {
  if (keyword === 'required') return `lacks the field '${params.missingProperty}'`;
  const expected = words[keyword]?.(params) ?? message ?? `breaks ${keyword}`;
  return `${expected}; found ${shown(found)}`;
};
