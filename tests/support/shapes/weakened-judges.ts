import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Validate } from '../../../shared/catalogue/accepts.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { ChosenTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { Judge } from '../rejects/feed.ts';
import type { ShapeFolder } from '../tables/shape-folders.ts';
import { type Schema, type Weaker, weakenSchema } from './weaken-schema.ts';

const commonFolder = new URL('../../../schemas/common/', import.meta.url);

export const commonSchemas: ReadonlyMap<string, Schema> = new Map(
  readdirSync(commonFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, commonFolder), 'utf8'))]),
);

/**
 * Compiles a weakened schema without validating it against the meta-schema, because the build validates the original
 * schema.
 */
const compileWeak = (schema: Schema, common: ReadonlyMap<string, Schema>): Validate => {
  // Each weakened schema validates a few bodies: to optimize its code takes longer than to run it.
  const code = { optimize: false } as const;
  const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false, code });
  for (const [file, commonSchema] of common) ajv.addSchema(commonSchema, `file:///common/${file}`);
  return ajv
    .addSchema(schema, 'file:///family/shape/schema.json')
    .getSchema('file:///family/shape/schema.json') as unknown as Validate;
};

function* weakenTable(table: TableDefinition | ChosenTable): Generator<Weaker<TableDefinition | ChosenTable>> {
  if (table.kind === 'chosen') {
    for (const [choice, choiceTable] of Object.entries(table.of)) {
      for (const [lacks, weaker] of weakenTable(choiceTable)) {
        yield [
          `${lacks} of ${table.option} ${choice}`,
          { ...table, of: { ...table.of, [choice]: weaker as typeof choiceTable } },
        ];
      }
    }
    return;
  }
  if (Object.keys(table.rowCount).length > 0) yield ['rowCount', { ...table, rowCount: {} }];
  if (table.kind !== 'fixed') return;
  for (const index of table.keys.keys()) yield [`keys[${index}]`, { ...table, keys: table.keys.toSpliced(index, 1) }];
}

function* weakenShape(shape: Shape): Generator<Weaker<Shape>> {
  for (const [index, rule] of shape.rules.entries()) {
    yield [rule.name, { ...shape, rules: shape.rules.toSpliced(index, 1) }];
  }
  for (const index of shape.references.keys()) {
    yield [`references[${index}]`, { ...shape, references: shape.references.toSpliced(index, 1) }];
  }
  for (const [name, table] of Object.entries(shape.tables)) {
    for (const [lacks, weaker] of weakenTable(table)) {
      yield [`${lacks} of table ${name}`, { ...shape, tables: { ...shape.tables, [name]: weaker } }];
    }
  }
}

/** One judge for each constraint of the shape, without that constraint. */
export function* weakenedJudges({ shape, validate, schema }: ShapeFolder): Generator<Weaker<() => Judge>> {
  for (const [lacks, weaker] of weakenSchema(schema)) {
    yield [`schema.json/${lacks}`, () => ({ shape, validate: compileWeak(weaker, commonSchemas) })];
  }
  for (const [lacks, weaker] of weakenShape(shape)) yield [lacks, () => ({ shape: weaker, validate })];
}

const REFERENCE = /"\$ref":"(?:[^"]*\/)?([^"/]+\.json)"/g;

/** Returns the common schemas that a schema refers to, directly or indirectly. */
const commonFilesOf = (schema: Schema, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, file = ''] of JSON.stringify(schema).matchAll(REFERENCE)) {
    if (found.has(file)) continue;
    found.add(file);
    commonFilesOf(commonSchemas.get(file) ?? {}, found);
  }
  return found;
};

/** One for each keyword of the common schemas. The function returns undefined if the shape does not use the schema. */
export function* weakenedCommons(): Generator<Weaker<(folder: ShapeFolder) => Judge | undefined>> {
  for (const [file, common] of commonSchemas) {
    for (const [lacks, weaker] of weakenSchema(common)) {
      const schemas = new Map([...commonSchemas, [file, weaker]]);
      const judge = ({ shape, schema }: ShapeFolder) =>
        commonFilesOf(schema).has(file) ? { shape, validate: compileWeak(schema, schemas) } : undefined;
      yield [`${file}/${lacks}`, judge];
    }
  }
}
