import { join } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';
import { importDirectly } from './direct-imports.ts';
import { type BundledPackage, bundledPackages } from './notices/bundled-packages.ts';
import { posixPath } from './posix-path.ts';
import { projectRoot } from './project-root.ts';
import { shakeSchemas } from './shake-schemas.ts';
import { trimClients } from './trim-clients.ts';

/** A file of a function's bundle, by its path in the zip. */
export interface BundledFile {
  readonly path: string;
  readonly text: string;
}

export interface Bundle {
  readonly files: readonly BundledFile[];
  /** The source files, as paths from the project's root. */
  readonly inputs: readonly string[];
  /** The npm packages whose code is in the bundle. */
  readonly packages: readonly BundledPackage[];
}

const COMMON = {
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
} as const satisfies BuildOptions;

/**
 * Bundles a handler as ES modules, because esbuild splits only ES modules. Splitting puts each lazy import into its own
 * file, without duplicate code.
 */
const splitModules = (family: string) =>
  build({
    ...COMMON,
    absWorkingDir: projectRoot,
    entryPoints: { main: `functions/${family}/handler.ts` },
    outdir: 'dist/functions',
    bundle: true,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    mainFields: ['module', 'main'],
    plugins: [shakeSchemas, trimClients, importDirectly],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });

/** Converts a module to CommonJS. Importing node:http from an ES module would also load undici; `require` does not. */
const toCommonJs = async (text: string): Promise<string> =>
  (await transform(text, { ...COMMON, format: 'cjs', supported: { 'dynamic-import': false } })).code;

/** Bundles functions/<family>/handler.ts: `main.js`, and `chunks/` that it loads. */
export const bundleFunction = async (family: string): Promise<Bundle> => {
  const { outputFiles, metafile } = await splitModules(family);
  const folder = join(projectRoot, 'dist/functions/');
  const files = outputFiles.map(async ({ path, text }) => ({
    path: posixPath(path.slice(folder.length)),
    text: await toCommonJs(text),
  }));
  return {
    files: await Promise.all(files),
    inputs: Object.keys(metafile.inputs).sort(),
    packages: await bundledPackages(metafile),
  };
};
