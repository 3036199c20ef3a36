import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { isReplaced } from './trim-clients.ts';

/** Matches an import of names, but not one of types alone. */
const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["'];/g;
/** Matches `export { a, b as c } from "./d"` and `export * from "./d"`. */
const EXPORT_FROM = /export\s*(\*|\{[^}]*\})\s*from\s*["']([^"']+)["'];/g;
/** Matches `export { a, b }` without a module. */
const EXPORT_LIST = /export\s*\{([^}]*)\};/g;
const EXPORTED = /export\s+(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\w$]+)/g;

/** A name as another module calls it: `imported as local`. */
interface Binding {
  readonly imported: string;
  readonly local: string;
}

/** The module that defines a name, and the name that it has there. */
interface Definition {
  readonly path: string;
  readonly name: string;
}

const bindingsOf = (list: string): readonly Binding[] =>
  list.split(',').flatMap((part) => {
    const [imported, local = imported] = part.trim().split(/\s+as\s+/);
    return imported && local ? [{ imported, local }] : [];
  });

type Resolve = (specifier: string, folder: string) => Promise<string>;

/** Creates a function that finds the module in which a name of a module is defined. */
const createFinder = (resolve: Resolve) => {
  const texts = new Map<string, Promise<string>>();
  const read = (path: string): Promise<string> => {
    const text = texts.get(path) ?? readFile(path, 'utf8');
    texts.set(path, text);
    return text;
  };

  /** Returns the definition of a name that a module passes on from another one. */
  const passedOn = async (path: string, text: string, name: string): Promise<Definition | undefined> => {
    for (const [, list = '', specifier = ''] of text.matchAll(EXPORT_FROM)) {
      const next = list === '*' ? name : bindingsOf(list.slice(1, -1)).find(({ local }) => local === name)?.imported;
      const found = next === undefined ? undefined : await find(await resolve(specifier, dirname(path)), next);
      if (found) return found;
    }
    return undefined;
  };

  /** Returns the definition of a name that a module exports. */
  const find = async (path: string, name: string): Promise<Definition | undefined> => {
    if (isReplaced(path)) return { path, name };
    const text = await read(path);
    if (Array.from(text.matchAll(EXPORTED)).some(([, exported]) => exported === name)) return { path, name };
    const listed = Array.from(text.matchAll(EXPORT_LIST)).flatMap(([, list = '']) => bindingsOf(list));
    const own = listed.find(({ local }) => local === name);
    if (!own) return passedOn(path, text, name);
    for (const [, list = '', specifier = ''] of text.matchAll(NAMED_IMPORT)) {
      const source = bindingsOf(list).find(({ local }) => local === own.imported);
      if (source) return find(await resolve(specifier, dirname(path)), source.imported);
    }
    return { path, name };
  };
  return find;
};

const importText = ({ imported, local }: Binding, from: string): string =>
  `import { ${imported} as ${local} } from ${JSON.stringify(from)};`;

const AWS_PACKAGE = /^@(?:smithy|aws-sdk|aws)\//;
const REWRITTEN = /[/\\]node_modules[/\\]@(?:smithy|aws-sdk|aws)[/\\].*\.js$|[/\\]shared[/\\].*\.ts$/;

type Find = ReturnType<typeof createFinder>;

/** Writes the imports that replace an import from an index. */
const directImports = async (list: string, specifier: string, index: string, find: Find): Promise<string> => {
  const imports = bindingsOf(list).map(async (binding) => {
    if (binding.imported.startsWith('type ')) return '';
    const found = await find(index, binding.imported);
    return found ? importText({ ...binding, imported: found.name }, found.path) : importText(binding, specifier);
  });
  return (await Promise.all(imports)).join('\n');
};

/** Rewrites the imports of a module from AWS packages. */
const rewrite = async (text: string, folder: string, resolve: Resolve, find: Find): Promise<string> => {
  let rewritten = text;
  for (const [statement, list = '', specifier = ''] of text.matchAll(NAMED_IMPORT)) {
    if (!AWS_PACKAGE.test(specifier)) continue;
    const index = await resolve(specifier, folder);
    const direct = await directImports(list, specifier, index, find);
    rewritten = rewritten.replace(statement, () => direct);
  }
  return rewritten;
};

/**
 * Rewrites imports from the index of an AWS package to imports from the modules that define the names. esbuild does not split
 * an index, so that each client would load the code of all clients, such as XML for the Data API and JSON for S3.
 */
export const importDirectly: Plugin = {
  name: 'import-directly',
  setup: ({ onLoad, resolve: resolvePath }) => {
    const resolve: Resolve = async (specifier, resolveDir) => {
      const { path, errors } = await resolvePath(specifier, { resolveDir, kind: 'import-statement' });
      if (errors[0]) throw new Error(errors[0].text);
      return path;
    };
    const find = createFinder(resolve);
    onLoad({ filter: REWRITTEN }, async ({ path }) => ({
      contents: await rewrite(await readFile(path, 'utf8'), dirname(path), resolve, find),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};
