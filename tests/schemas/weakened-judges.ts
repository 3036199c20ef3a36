import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Validate } from '../../shared/catalogue/validate.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { Judge } from './feed.ts';
import type { ShapeFolder } from './shape-folders.ts';

type Schema = Readonly<Record<string, unknown>>;
type Named<Value> = readonly [name: string, value: Value];

const common = new URL('../../schemas/common/', import.meta.url);
const commonSchemas = readdirSync(common).map(
  (file) => [`file:///common/${file}`, JSON.parse(readFileSync(new URL(file, common), 'utf8'))] as const,
);

const compileWeak = (schema: Schema): Validate => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const [uri, common] of commonSchemas) ajv.addSchema(common, uri);
  ajv.addSchema(schema, 'file:///family/shape/schema.json');
  const validate = ajv.getSchema('file:///family/shape/schema.json');
  if (!validate) throw new Error('The weakened schema does not compile.');
  return validate as unknown as Validate;
};

const CONSTRAINTS = new Set([
  '$ref',
  'const',
  'enum',
  'maxItems',
  'maximum',
  'minItems',
  'minimum',
  'pattern',
  'minProperties',
  'maxProperties',
]);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reference says the type already; strict mode wants it said beside `properties` again. */
const constrains = (keyword: string, schema: Schema): boolean =>
  CONSTRAINTS.has(keyword) || (keyword === 'type' && schema.$ref === undefined);

const without = (schema: Schema, keyword: string): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([other]) => other !== keyword));

/** A schema once for each of its words that can refuse something, without that word. */
function* weaken(schema: Schema, at: string): Generator<Named<Schema>> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (constrains(keyword, schema)) yield [`${at}/${keyword}`, without(schema, keyword)];
    if (keyword === 'required') {
      for (const name of value as string[]) {
        yield [`${at}/required/${name}`, { ...schema, required: (value as string[]).filter((one) => one !== name) }];
      }
    } else if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) {
        if (!isSchema(entry)) continue;
        for (const [path, weaker] of weaken(entry, `${at}/${keyword}/${index}`)) {
          yield [path, { ...schema, [keyword]: value.with(index, weaker) }];
        }
      }
    } else if (isSchema(value)) {
      for (const [path, weaker] of weaken(value, `${at}/${keyword}`)) yield [path, { ...schema, [keyword]: weaker }];
    }
  }
}

function* weakenTable(name: string, table: TableDefinition): Generator<Named<TableDefinition>> {
  if (Object.keys(table.rowCount).length > 0) yield [`the rowCount of ${name}`, { ...table, rowCount: {} }];
  if (table.kind !== 'fixed') return;
  for (const [index, key] of table.keys.entries()) {
    yield [`key check ${index + 1} of ${name}`, { ...table, keys: table.keys.filter((one) => one !== key) }];
  }
}

/** The judge of a shape once for each thing it declares, without that thing: one of the rejects must need it. */
export const weakenedJudges = ({ shape, validate, schema }: ShapeFolder): readonly Named<Judge>[] => [
  ...Array.from(
    weaken(schema as Schema, '#'),
    ([path, weaker]): Named<Judge> => [path, { shape, validate: compileWeak(weaker) }],
  ),
  ...shape.rules.map(
    (rule): Named<Judge> => [
      rule.name,
      { shape: { ...shape, rules: shape.rules.filter((one) => one !== rule) }, validate },
    ],
  ),
  ...Object.entries(shape.tables).flatMap(([name, table]) =>
    Array.from(
      weakenTable(name, table),
      ([what, weaker]): Named<Judge> => [
        what,
        { shape: { ...shape, tables: { ...shape.tables, [name]: weaker } }, validate },
      ],
    ),
  ),
];
