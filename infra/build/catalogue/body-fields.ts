import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patternWording } from '../../../shared/catalogue/describe-schema-error.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface BodyField {
  readonly path: string;
  readonly type: string;
  readonly limits: string;
  /** The minimum or maximum of a number or of a list's length; a part of `limits`. */
  readonly range: string;
  /** True if the object that holds the field always has it. A branch of the schema may require more fields. */
  readonly required: boolean;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readSchema = (file: string): Schema => JSON.parse(readFileSync(file, 'utf8'));

interface Place {
  readonly schema: Schema;
  /** References in the schema are relative to this file. */
  readonly file: string;
  readonly root: Schema;
}

const follow = (place: Place): Place => {
  const { $ref } = place.schema;
  if (typeof $ref !== 'string') return place;
  const [path = '', pointer = ''] = $ref.split('#');
  const file = path === '' ? place.file : join(dirname(place.file), path);
  const root = path === '' ? place.root : readSchema(file);
  const steps = pointer.split('/').slice(1);
  const schema = steps.reduce<unknown>((value, step) => (isSchema(value) ? value[step] : undefined), root);
  return follow({ schema: isSchema(schema) ? schema : {}, file, root });
};

const LIMITS: Readonly<Record<string, (value: unknown) => string>> = {
  enum: (value) =>
    `one of ${[value]
      .flat()
      .map((one) => `\`${JSON.stringify(one)}\``)
      .join(', ')}`,
  const: (value) => `always \`${JSON.stringify(value)}\``,
  pattern: (value) =>
    patternWording(String(value))
      .message.replace(/^must be /, '')
      .replaceAll('|', '\\|'),
};

const describeRange = (min: unknown, max: unknown): string => {
  if (min === max) return min === undefined ? '' : `exactly ${min}`;
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
};

const rangeOf = ({ minimum, maximum, minItems, maxItems }: Schema): string => {
  const entries = describeRange(minItems, maxItems);
  if (entries === '') return describeRange(minimum, maximum);
  return `${entries} ${(maxItems ?? minItems) === 1 ? 'entry' : 'entries'}`;
};

const describeLimits = (schema: Schema): string =>
  [
    rangeOf(schema),
    ...Object.entries(LIMITS).map(([keyword, words]) => (Object.hasOwn(schema, keyword) ? words(schema[keyword]) : '')),
  ]
    .filter(Boolean)
    .join(', ');

const typesOf = ({ type, const: only, enum: choices = [only] }: Schema): readonly unknown[] =>
  type === undefined ? [...new Set([choices].flat().map((value) => typeof value))] : [type].flat();

const describeType = (schema: Schema): string =>
  typesOf(schema)
    .map((one) => String(one).replace(/^./, (letter) => letter.toUpperCase()))
    .join(' or ');

/** Leaves out the `if` of a branch, because an `if` alone limits nothing. */
const branches = (schema: Schema): readonly Schema[] =>
  [schema.then, schema.else, schema.allOf].flat().filter(isSchema);

/** Writes a pattern of names as `key<N>` or `<name>`, like the interface. */
const namedFields = ({ properties = {}, patternProperties = {} }: Schema): readonly (readonly [string, unknown])[] => [
  ...Object.entries(properties as Schema),
  ...Object.entries(patternProperties as Schema).map(([pattern, of]) => {
    return [pattern.replace(/^\^|\$$/g, '').replace(/\[0-9\]\+|\\d\+/, '<N>') || '<name>', of] as const;
  }),
];

const MAX_DEPTH = 12;

/** Follows a recursive schema once. */
function* walk(place: Place, path: string, seen: readonly Schema[], required = false): Generator<BodyField> {
  const { schema, file, root } = follow(place);
  if (seen.includes(schema) || seen.length > MAX_DEPTH) return;
  const inside = [...seen, schema];
  const at = (value: unknown): Place => ({ schema: value as Schema, file, root });
  if (path !== '' && (schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined)) {
    yield { path, type: describeType(schema), limits: describeLimits(schema), range: rangeOf(schema), required };
  }
  const needed = new Set([schema.required].flat());
  for (const [name, value] of namedFields(schema)) {
    yield* walk(at(value), path === '' ? name : `${path}.${name}`, inside, needed.has(name));
  }
  for (const [index, prefix] of [schema.prefixItems].flat().filter(isSchema).entries()) {
    yield* walk(at(prefix), `${path}[${index}]`, inside);
  }
  if (isSchema(schema.items)) yield* walk(at(schema.items), `${path}[]`, inside);
  for (const branch of branches(schema)) yield* walk(at(branch), path, inside);
}

/** Combines limits of branches. A limit of only one branch does not apply to every body. */
const mergeLimits = (one: string, other: string): string => {
  if (one === other) return one;
  const limits = [one, other].filter((text) => text !== '' && !text.endsWith('in some bodies'));
  return limits.length === 0 ? one || other : `${limits.join(' or ')} in some bodies`;
};

const mergeFields = (one: BodyField, other: BodyField): BodyField => ({
  ...one,
  limits: mergeLimits(one.limits, other.limits),
  range: mergeLimits(one.range, other.range),
  required: one.required || other.required,
});

export const bodyFields = (file: string): readonly BodyField[] => {
  const root = readSchema(file);
  const fields = new Map<string, BodyField>();
  for (const field of walk({ schema: root, file, root }, '', [])) {
    const known = fields.get(field.path);
    fields.set(field.path, known ? mergeFields(known, field) : field);
  }
  return [...fields.values()];
};
