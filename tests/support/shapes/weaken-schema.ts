export type Schema = Readonly<Record<string, unknown>>;

/** `lacks` is the name of the constraint. */
export type Weaker<Value> = readonly [lacks: string, value: Value];

const ANNOTATIONS = ['$schema', 'title', 'description', '$comment', 'examples'];
const MAPS = ['properties', 'patternProperties', '$defs'];
const APPLICATORS = ['items', 'prefixItems', 'if', 'then', 'else', 'not', 'allOf', 'propertyNames', 'contains'];
const SILENT = new Set([...ANNOTATIONS, ...MAPS, ...APPLICATORS, 'required']);

const JSON_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** True if the keyword has no effect, as a `type` that lists all types. */
const allowsAnything = (keyword: string, value: unknown): boolean =>
  keyword === 'type' && JSON_TYPES.every((type) => Array.isArray(value) && value.includes(type));

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const omit = (schema: Schema, keyword: string): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([other]) => other !== keyword));

function* weakenRequired(required: readonly string[]): Generator<Weaker<readonly string[]>> {
  for (const name of required) yield [name, required.filter((one) => one !== name)];
}

function* weakenList(schemas: readonly unknown[]): Generator<Weaker<readonly unknown[]>> {
  for (const [index, schema] of schemas.entries()) {
    if (!isObject(schema)) continue;
    for (const [lacks, weaker] of weakenSchema(schema)) yield [`${index}/${lacks}`, schemas.with(index, weaker)];
  }
}

function* weakenMap(schemas: Schema): Generator<Weaker<Schema>> {
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isObject(schema)) continue;
    for (const [lacks, weaker] of weakenSchema(schema)) yield [`${name}/${lacks}`, { ...schemas, [name]: weaker }];
  }
}

const inside = (keyword: string, value: unknown): Iterable<Weaker<unknown>> => {
  if (keyword === 'required') return weakenRequired(value as readonly string[]);
  if (MAPS.includes(keyword)) return weakenMap(value as Schema);
  if (!APPLICATORS.includes(keyword)) return [];
  return Array.isArray(value) ? weakenList(value) : isObject(value) ? weakenSchema(value) : [];
};

export function* weakenSchema(schema: Schema): Generator<Weaker<Schema>> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (!SILENT.has(keyword) && !allowsAnything(keyword, value)) yield [keyword, omit(schema, keyword)];
    for (const [lacks, weaker] of inside(keyword, value)) {
      yield [`${keyword}/${lacks}`, { ...schema, [keyword]: weaker }];
    }
  }
}
