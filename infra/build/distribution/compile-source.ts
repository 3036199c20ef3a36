import { stripTypeScriptTypes } from 'node:module';

/** A relative path of a source in quotes, in an import or in `new URL(…, import.meta.url)`. */
const SOURCE_PATH = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** Compiles a TypeScript source to JavaScript that imports compiled files. Lines and columns stay the same. */
export const compileSource = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(SOURCE_PATH, '$1$2.js$1');
