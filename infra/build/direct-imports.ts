import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ImportDeclaration, ImportSpecifier } from 'acorn';
import { type Plugin, transform } from 'esbuild';
import { createFinder, type FindDefinition, nameOf, parseModule, type Resolve } from './find-definition.ts';

const AWS_PACKAGE = /^@(?:smithy|aws-sdk|aws)\//;
/** Matches the text of a module that imports from AWS packages. */
const FROM_AWS = /\bfrom\s*["']@(?:smithy|aws-sdk|aws)\//;
/** Matches the modules that import from AWS packages. */
const IMPORTERS = /[/\\]node_modules[/\\]@(?:smithy|aws-sdk|aws)[/\\].*\.js$|[/\\]shared[/\\].*\.ts$/;

const isNamed = (one: ImportDeclaration['specifiers'][number]): one is ImportSpecifier =>
  one.type === 'ImportSpecifier';

/** True for an import of names from an AWS package. */
const isFromAws = ({ source, specifiers }: ImportDeclaration): boolean =>
  AWS_PACKAGE.test(String(source.value)) && specifiers.length > 0 && specifiers.every(isNamed);

/** Writes one import for each name, in place of an import from an index module. */
const directImports = async (
  { source, specifiers }: ImportDeclaration,
  folder: string,
  resolve: Resolve,
  find: FindDefinition,
): Promise<string> => {
  const specifier = String(source.value);
  const index = await resolve(specifier, folder);
  const imports = specifiers.filter(isNamed).map(async ({ imported, local }) => {
    const found = index === undefined ? undefined : await find(index, nameOf(imported));
    const { module, name } = found ?? { module: specifier, name: nameOf(imported) };
    return `import { ${name} as ${local.name} } from ${JSON.stringify(module)};`;
  });
  return (await Promise.all(imports)).join('\n');
};

/** Rewrites the imports of a JavaScript module from AWS packages. */
const rewrite = async (text: string, folder: string, resolve: Resolve, find: FindDefinition): Promise<string> => {
  const pieces: string[] = [];
  let end = 0;
  for (const node of parseModule(text).body) {
    if (node.type !== 'ImportDeclaration' || !isFromAws(node)) continue;
    pieces.push(text.slice(end, node.start), await directImports(node, folder, resolve, find));
    end = node.end;
  }
  return pieces.join('') + text.slice(end);
};

const toJavaScript = async (path: string, text: string): Promise<string> =>
  path.endsWith('.ts') ? (await transform(text, { loader: 'ts', target: 'node24' })).code : text;

/** Reads a module and rewrites its imports. Returns undefined if it imports nothing from AWS packages. */
const readRewritten = async (path: string, resolve: Resolve, find: FindDefinition): Promise<string | undefined> => {
  const text = await readFile(path, 'utf8');
  return FROM_AWS.test(text) ? rewrite(await toJavaScript(path, text), dirname(path), resolve, find) : undefined;
};

/** The rewritten modules of packages, which do not change between the builds of two functions. */
const packageModules = new Map<string, string | undefined>();

/**
 * Rewrites imports from the index of an AWS package to imports from the modules that define the names. esbuild does not
 * split an index, so each client would load the code of all clients, such as XML for the Data API and JSON for S3.
 */
export const importDirectly: Plugin = {
  name: 'import-directly',
  setup: ({ onLoad, resolve: resolvePath }) => {
    const resolve: Resolve = async (specifier, resolveDir) => {
      const { path, errors, external } = await resolvePath(specifier, { resolveDir, kind: 'import-statement' });
      if (errors[0]) throw new Error(errors[0].text);
      return external ? undefined : path;
    };
    const find = createFinder(resolve);
    onLoad({ filter: IMPORTERS }, async ({ path }) => {
      const contents = packageModules.has(path) ? packageModules.get(path) : await readRewritten(path, resolve, find);
      if (!path.endsWith('.ts')) packageModules.set(path, contents);
      return contents === undefined ? undefined : { contents };
    });
  },
};
