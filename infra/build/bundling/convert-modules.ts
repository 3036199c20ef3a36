import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { BUNDLE_TARGET } from '../../program/lambda-runtime.ts';

export interface SplitModule {
  /** Such as `chunk-ABCDEFGH.js`. */
  readonly name: string;
  readonly text: string;
}

const COMMON_JS = {
  bundle: true,
  platform: 'node',
  target: BUNDLE_TARGET,
  format: 'cjs',
  minify: true,
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

/** Matches the path by which a module imports another one of the same bundle. */
const SIBLING = /^\.\/[\w/-]+\.js$/;

/**
 * Sources that almost every function loads, although its main module does not import them: those of a shape, and those of
 * a request to AWS. In files of their own, each would cost half a millisecond in INIT.
 */
const LOADED_BY_ALL = [
  'catalogue/shape',
  'tabular/column',
  'aws/official-client',
  'aws/retry-call',
  'aws/collect-body',
].map((name) => `shared/${name}.ts`);

/** Returns the names of the modules that become the main module: itself, what it imports, and what all functions load. */
export const coreModules = (main: string, { outputs }: Metafile): ReadonlySet<string> => {
  const importsOf = new Map(
    Object.entries(outputs).map(([path, { imports }]) => [
      basename(path),
      imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map((one) => basename(one.path)),
    ]),
  );
  const loadedByAll = Object.entries(outputs).flatMap(([path, { inputs, entryPoint }]) =>
    !entryPoint && LOADED_BY_ALL.some((source) => Object.hasOwn(inputs, source)) ? basename(path) : [],
  );
  const found = new Set([main, ...loadedByAll]);
  for (const name of found) for (const imported of importsOf.get(name) ?? []) found.add(imported);
  return found;
};

const exportName = (name: string): string => name.replace(/^chunk-|\.js$/g, '').replace(/\W|^(?=\d)/g, '_');

type Load = NonNullable<Parameters<Parameters<Plugin['setup']>[0]['onLoad']>[1]>;

/** Resolves imports of modules of `names` by `load`. All other modules stay files of their own. */
const within = (names: ReadonlySet<string>, load: (name: string) => Awaited<ReturnType<Load>>): Plugin => ({
  name: 'within',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: SIBLING }, ({ path, kind }) =>
      kind === 'import-statement' && names.has(basename(path))
        ? { path: basename(path), namespace: 'split' }
        : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: 'split' }, ({ path }) => load(path));
  },
});

const compile = async (contents: string, plugin: Plugin): Promise<string> => {
  const { outputFiles } = await build({ ...COMMON_JS, stdin: { contents, resolveDir: '/' }, plugins: [plugin] });
  return outputFiles[0]?.text ?? '';
};

const converted = new Map<string, Promise<string>>();

/** Converts a module that imports modules of `core` from the main module. Most modules are the same in many functions. */
const convertOnce = (text: string, main: string, core: ReadonlySet<string>): Promise<string> => {
  const inMain = [...core].filter((name) => text.includes(`./${name}`));
  const key = JSON.stringify([text, inMain]);
  const plugin = within(core, (name) => ({
    contents: `module.exports = require('./${main}').${exportName(name)};`,
    loader: 'js',
  }));
  const code = converted.get(key) ?? compile(text, plugin);
  converted.set(key, code);
  return code;
};

/**
 * Converts the modules of a bundle to CommonJS. Importing node:http from an ES module would also load undici; `require`
 * does not. The core becomes one file: esbuild has split it into many small files, and each file costs time in INIT. All
 * other modules import these parts from the main module.
 */
export const convertModules = async (
  modules: readonly SplitModule[],
  main: string,
  metafile: Metafile,
): Promise<readonly SplitModule[]> => {
  const core = coreModules(main, metafile);
  const texts = new Map(modules.map(({ name, text }) => [name, text]));
  const others = modules.filter(({ name }) => !core.has(name));
  const shared = [...core].filter((name) => others.some(({ text }) => text.includes(`./${name}`)));
  const entry = [
    `export * from './${main}';`,
    ...shared.map((name) => `export * as ${exportName(name)} from './${name}';`),
  ];
  const ofCore = within(core, (name) => ({ contents: texts.get(name) ?? '', loader: 'js', resolveDir: '/' }));
  return [
    { name: main, text: await compile(entry.join('\n'), ofCore) },
    ...(await Promise.all(others.map(async ({ name, text }) => ({ name, text: await convertOnce(text, main, core) })))),
  ];
};
