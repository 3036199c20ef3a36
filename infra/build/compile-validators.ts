import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { boundErrors } from './bound-errors.ts';
import type { FamilySchemas, SchemaFile } from './family-schemas.ts';
import { projectRoot } from './project-root.ts';

const ANNOTATIONS = new Set(['$schema', '$comment', 'title', 'description', 'examples']);

/** Makes references between schemas absolute. In the files they are relative paths. */
const toUri = ({ path }: SchemaFile): string => `file:///${path}`;

/** Removes titles, descriptions and examples, which would otherwise end up in the generated code. */
const parseSchema = ({ path, text }: SchemaFile): Record<string, unknown> => {
  try {
    const schema = JSON.parse(text);
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
  } catch (cause) {
    throw new Error(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
};

const compile = (ajv: Ajv2020, file: SchemaFile): void => {
  try {
    ajv.getSchema(toUri(file));
  } catch (cause) {
    throw new Error(`${file.path} is not a schema that can be compiled: ${(cause as Error).message}`, { cause });
  }
};

const generate = ({ shapes, common }: FamilySchemas): string => {
  const ajv = new Ajv2020({
    strict: true,
    // Allows a schema that requires `data` without describing it, because each shape describes it.
    strictRequired: false,
    // Allows tuples of open length. A dataset row is a label followed by any number of numbers.
    strictTuples: false,
    allowUnionTypes: true,
    allErrors: true,
    code: { source: true, esm: true, lines: true },
  });
  for (const file of [...common, ...Object.values(shapes)]) ajv.addSchema(parseSchema(file), toUri(file));
  for (const file of Object.values(shapes)) compile(ajv, file);
  const names = Object.keys(shapes);
  const exported = Object.fromEntries(Object.values(shapes).map((file, index) => [`shape${index}`, toUri(file)]));
  const entries = names.map((name, index) => `${JSON.stringify(name)}: shape${index}`);
  const functions = standaloneCode.default(ajv, exported).replaceAll(/^export /gm, '');
  return `${boundErrors(functions)}\nexport const validators = { ${entries.join(', ')} };`;
};

/**
 * Generates the ES module of a family's validators. It has no imports, and contains only the parts of the schemas that
 * messages quote.
 */
export const compileValidators = async (schemas: FamilySchemas): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: generate(schemas), resolveDir: projectRoot },
    bundle: true,
    format: 'esm',
    write: false,
    treeShaking: true,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};
