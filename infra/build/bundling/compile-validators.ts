import { _, Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { projectRoot } from '../../program/project-root.ts';
import type { SchemaFile } from './family-schemas.ts';

/** Maximum number of errors that one list or map adds. A response lists far fewer errors, but some errors repeat others. */
const MAX_ERRORS = 1_000;

const ERRORS = new Name('errors');

/** Values that Ajv defines for an index in a list and a key in a map. */
const ENTRY = { index: 0, key: 1 } as const;

/** Creates a function that validates one entry, and ends the loop over all entries after too many errors. */
const createEntryCode = (cxt: KeywordCxt, dataPropType: (typeof ENTRY)[keyof typeof ENTRY]) => {
  const { gen, keyword } = cxt;
  const before = gen.const('before', ERRORS);
  return (dataProp: Name, schemaProp?: string): void => {
    const schema = schemaProp === undefined ? { keyword } : { keyword, schemaProp };
    cxt.subschema({ ...schema, dataProp, dataPropType }, gen.name('valid'));
    gen.if(_`${ERRORS} - ${before} >= ${MAX_ERRORS}`, () => gen.break());
  };
};

const items: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  before: 'uniqueItems',
  code: (cxt) => {
    const { gen, data, parentSchema } = cxt;
    const { prefixItems = [] } = parentSchema as { readonly prefixItems?: readonly unknown[] };
    const validate = createEntryCode(cxt, ENTRY.index);
    gen.forRange('index', prefixItems.length, _`${data}.length`, (index) => validate(index));
  },
};

const patternProperties: CodeKeywordDefinition = {
  keyword: 'patternProperties',
  type: 'object',
  schemaType: 'object',
  code: (cxt) => {
    const { gen, data, schema } = cxt;
    for (const pattern of Object.keys(schema)) {
      const code = _`new RegExp(${pattern}, "u")`;
      const regExp = gen.scopeValue('pattern', { key: pattern, ref: new RegExp(pattern, 'u'), code });
      const validate = createEntryCode(cxt, ENTRY.key);
      gen.forIn('key', data, (key) => gen.if(_`${regExp}.test(${key})`, () => validate(key, pattern)));
    }
  },
};

/**
 * Limits the number of errors of lists and maps in the validators that `ajv` generates. Without the limit, a validator
 * would store an error for each entry, and copy all errors for each entry that another schema describes: 50 000 wrong
 * entries would take half a minute. A test checks that no shape has other keywords with an error for each entry.
 */
const boundErrors = (ajv: Ajv2020): Ajv2020 => {
  for (const keyword of [items, patternProperties]) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
  return ajv;
};

const ANNOTATIONS = new Set(['$schema', '$comment', 'title', 'description', 'examples']);

const toUri = ({ path }: SchemaFile): string => `file:///${path}`;

/** Titles, descriptions and examples would end up in the generated code. */
const parseSchema = ({ path, text }: SchemaFile): Record<string, unknown> => {
  try {
    const schema = JSON.parse(text);
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
  } catch (cause) {
    throw new Error(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
};

const about = (file: SchemaFile, work: () => unknown): void => {
  try {
    work();
  } catch (cause) {
    throw new Error(`${file.path} is not a schema that can be compiled: ${(cause as Error).message}`, { cause });
  }
};

/** Validates schemas against the meta-schema. Every other instance of Ajv would compile the meta-schema again. */
const checker = new Ajv2020();

const addSchema = (ajv: Ajv2020, file: SchemaFile): void => {
  const schema = parseSchema(file);
  about(file, () => checker.validateSchema(schema, true));
  ajv.addSchema(schema, toUri(file));
};

const generate = (shape: SchemaFile, common: readonly SchemaFile[]): string => {
  const ajv = boundErrors(
    new Ajv2020({
      strict: true,
      // Allows a schema that requires `data` without describing it, because each shape describes it.
      strictRequired: false,
      // Allows tuples of open length. A dataset row is a label followed by any number of numbers.
      strictTuples: false,
      allowUnionTypes: true,
      allErrors: true,
      meta: false,
      validateSchema: false,
      code: { source: true, esm: true, lines: true },
    }),
  );
  for (const file of [...common, shape]) addSchema(ajv, file);
  about(shape, () => ajv.getSchema(toUri(shape)));
  return standaloneCode.default(ajv, { validate: toUri(shape) });
};

const bundle = async (contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    format: 'esm',
    write: false,
    treeShaking: true,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

/** Generates a module without imports, with only those values of the schemas that messages quote. */
export const compileValidator = async (shape: SchemaFile, common: readonly SchemaFile[]): Promise<string> =>
  bundle(generate(shape, common));

/** Keeps the schema in the errors, because hints are written from it. */
export const compileDashboardValidator = ({ text }: SchemaFile): Promise<string> => {
  const code = { source: true, esm: true, lines: true } as const;
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strictRequired: false, allowUnionTypes: true, code });
  return bundle(standaloneCode.default(ajv, ajv.compile(JSON.parse(text))));
};
