import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type Declaration,
  type ExportNamedDeclaration,
  type Identifier,
  type ImportDeclaration,
  type Literal,
  type Program,
  parse,
} from 'acorn';
import { isReplaced } from './trim-clients.ts';

/** A name that a module exports. */
interface Name {
  /** The module's path, or its specifier in an import. */
  readonly module: string;
  readonly name: string;
}

/** The exports of a module. */
interface Exports {
  /** Names that the module defines. */
  readonly own: ReadonlySet<string>;
  /** Names that other modules define, by the names under which this module exports them. */
  readonly others: ReadonlyMap<string, Name>;
  /** Specifiers of the modules whose names this module exports as they are. */
  readonly all: readonly string[];
}

/** Returns the path of a module; undefined if it is not a file, such as `node:fs`. */
export type Resolve = (specifier: string, folder: string) => Promise<string | undefined>;

/** Finds the module that defines a name which the module at `path` exports. Returns undefined if it finds none. */
export type FindDefinition = (path: string, name: string) => Promise<Name | undefined>;

export const parseModule = (text: string): Program => parse(text, { ecmaVersion: 'latest', sourceType: 'module' });

/** Returns the name of an identifier, or the text of a string in its place. */
export const nameOf = (node: Identifier | Literal): string => ('name' in node ? node.name : String(node.value));

const declaredNames = (declaration: Declaration): readonly string[] =>
  declaration.type === 'VariableDeclaration'
    ? declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    : [declaration.id.name];

/** Returns the imported names of a module, by their local names. */
const importsOf = ({ body }: Program): ReadonlyMap<string, Name> => {
  const declarations = body.filter((node): node is ImportDeclaration => node.type === 'ImportDeclaration');
  const names = declarations.flatMap(({ source, specifiers }) =>
    specifiers.flatMap((one) =>
      one.type === 'ImportSpecifier'
        ? [[one.local.name, { module: String(source.value), name: nameOf(one.imported) }] as const]
        : [],
    ),
  );
  return new Map(names);
};

const exportsOf = (program: Program): Exports => {
  const imports = importsOf(program);
  const own = new Set<string>();
  const others = new Map<string, Name>();
  const all: string[] = [];
  const addNames = ({ declaration, source, specifiers }: ExportNamedDeclaration): void => {
    if (declaration) for (const name of declaredNames(declaration)) own.add(name);
    for (const { local, exported } of specifiers) {
      const other = source ? { module: String(source.value), name: nameOf(local) } : imports.get(nameOf(local));
      if (other) others.set(nameOf(exported), other);
      else own.add(nameOf(exported));
    }
  };
  for (const node of program.body) {
    if (node.type === 'ExportNamedDeclaration') addNames(node);
    if (node.type === 'ExportAllDeclaration' && !node.exported) all.push(String(node.source.value));
  }
  return { own, others, all };
};

/** The exports of each module, by its path. Packages do not change between the builds of two functions. */
const known = new Map<string, Promise<Exports>>();

const readExports = (path: string): Promise<Exports> => {
  const exports = known.get(path) ?? readFile(path, 'utf8').then((text) => exportsOf(parseModule(text)));
  known.set(path, exports);
  return exports;
};

/** Creates a function that follows the exports of packages from module to module. */
export const createFinder = (resolve: Resolve): FindDefinition => {
  const findIn = async (specifier: string, from: string, name: string): Promise<Name | undefined> => {
    const path = await resolve(specifier, dirname(from));
    return path === undefined ? undefined : find(path, name);
  };
  const find: FindDefinition = async (path, name) => {
    if (isReplaced(path)) return { module: path, name };
    const { own, others, all } = await readExports(path);
    if (own.has(name)) return { module: path, name };
    const other = others.get(name);
    if (other) return findIn(other.module, path, other.name);
    for (const specifier of all) {
      const found = await findIn(specifier, path, name);
      if (found) return found;
    }
    return undefined;
  };
  return find;
};
