import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CatalogueEntry } from '../../build/load-catalogue.ts';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** The names and schemas of `components.schemas`. */
export type NamedSchemas = Readonly<Record<string, Schema>>;

/** Returns the reference to a schema of the same document. */
export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the name of a schema: the folder of a shape, or the file of a common schema, such as `common.colour`. */
const nameOf = (file: string): string =>
  basename(file) === 'schema.json' ? basename(dirname(file)) : `common.${basename(file, '.json')}`;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rewrites the references of a schema file, and calls `onFile` for each other file that it refers to. */
const rewriteReferences = (value: unknown, file: string, onFile: (file: string) => void): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, file, onFile));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, rewriteReferences(inner, file, onFile)];
      const [path = '', pointer = ''] = inner.split('#');
      const target = path === '' ? file : resolve(dirname(file), path);
      if (target !== file) onFile(target);
      return [key, `${schemaRef(nameOf(target)).$ref}${pointer}`];
    }),
  );
};

const readSchema = async (file: string): Promise<Schema> => {
  const { $schema: _, ...schema } = JSON.parse(await readFile(file, 'utf8'));
  return schema;
};

/** Reads the body schemas of shapes, with all common schemas that they refer to, sorted by name. */
export const readBodySchemas = async (shapes: readonly CatalogueEntry[]): Promise<NamedSchemas> => {
  const named = new Map<string, Schema>();
  const files = new Set(shapes.map(({ folder }) => join(folder, 'schema.json')));
  for (const file of files) {
    const schema = await readSchema(file);
    named.set(nameOf(file), rewriteReferences(schema, file, (target) => files.add(target)) as Schema);
  }
  return Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
};
