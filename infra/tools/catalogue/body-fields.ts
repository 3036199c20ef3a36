import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patternWording } from '../../../shared/catalogue/describe-schema-error.ts';

type Schema = Readonly<Record<string, unknown>>;

/** One field of a body: its path as the interface writes paths, its type and what limits it. */
export interface BodyField {
  readonly path: string;
  readonly type: string;
  readonly limits: string;
  /** Whether no body may lack it where its object is there; a branch may ask for more. */
  readonly required: boolean;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readSchema = (file: string): Schema => JSON.parse(readFileSync(file, 'utf8'));

interface Place {
  readonly schema: Schema;
  /** The file that its references are relative to, and that file's schema. */
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
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minItems: (value) => `at least ${value} entries`,
  maxItems: (value) => `at most ${value} entries`,
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

const describeLimits = (schema: Schema): string =>
  Object.entries(LIMITS)
    .flatMap(([keyword, words]) => (keyword in schema ? [words(schema[keyword])] : []))
    .join(', ');

const typesOf = ({ type, const: only, enum: choices = [only] }: Schema): readonly unknown[] =>
  type === undefined ? [...new Set([choices].flat().map((value) => typeof value))] : [type].flat();

const describeType = (schema: Schema): string =>
  typesOf(schema)
    .map((one) => String(one).replace(/^./, (letter) => letter.toUpperCase()))
    .join(' or ');

/** Where a schema says more of the same value; what a branch is chosen by limits nothing. */
const branches = (schema: Schema): readonly Schema[] =>
  [schema.then, schema.else, schema.allOf].flat().filter(isSchema);

/** The fields that a schema names, and those whose names follow a pattern, as the interface writes them: `key<N>`. */
const namedFields = ({ properties = {}, patternProperties = {} }: Schema): readonly (readonly [string, unknown])[] => [
  ...Object.entries(properties as Schema),
  ...Object.entries(patternProperties as Schema).map(([pattern, of]) => {
    return [pattern.replace(/^\^|\$$/g, '').replace(/\[0-9\]\+|\\d\+/, '<N>'), of] as const;
  }),
];

const DEEPEST = 12;

/** The fields of a value, those of its branches included; a recursive schema is walked once. */
function* walk(place: Place, path: string, seen: readonly Schema[], required = false): Generator<BodyField> {
  const { schema, file, root } = follow(place);
  if (seen.includes(schema) || seen.length > DEEPEST) return;
  const inside = [...seen, schema];
  const at = (value: unknown): Place => ({ schema: value as Schema, file, root });
  if (path !== '' && (schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined)) {
    yield { path, type: describeType(schema), limits: describeLimits(schema), required };
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

/** The fields that a shape's schema.json lists, each once. */
export const bodyFields = (file: string): readonly BodyField[] => {
  const root = readSchema(file);
  const fields = new Map<string, BodyField>();
  for (const field of walk({ schema: root, file, root }, '', [])) {
    const known = fields.get(field.path);
    const limits = known?.limits || field.limits;
    fields.set(field.path, { ...(known ?? field), limits, required: (known?.required ?? false) || field.required });
  }
  return [...fields.values()];
};
