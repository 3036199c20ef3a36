import { Ajv2020 } from 'ajv/dist/2020.js';

/** By URI. The bundler inserts the schemas. */
declare const FAMILY_SCHEMAS: Readonly<Record<'common' | 'shapes', Readonly<Record<string, object>>>>;

// The plain handler, which also compiles the schemas of all shapes that the packaged function serves.
const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTuples: false, allowUnionTypes: true });
for (const schemas of Object.values(FAMILY_SCHEMAS)) {
  for (const [uri, schema] of Object.entries(schemas)) ajv.addSchema(schema, uri);
}
for (const uri of Object.keys(FAMILY_SCHEMAS.shapes)) ajv.getSchema(uri);

export { handler } from './plain-handler.ts';
