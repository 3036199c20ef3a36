import { join } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';
import { type BundledPackage, bundledPackages } from './notices/bundled-packages.ts';
import { projectRoot } from './project-root.ts';
import { shakeSchemas } from './shake-schemas.ts';

/** A file of a function's bundle, by its path in the zip. */
export interface BundledFile {
  readonly path: string;
  readonly text: string;
}

export interface Bundle {
  readonly files: readonly BundledFile[];
  /** What it was made from, by paths from the project's root. */
  readonly inputs: readonly string[];
  /** Packages of npm that have code in it. */
  readonly packages: readonly BundledPackage[];
}

const COMMON = {
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
} as const satisfies BuildOptions;

/** Only ES modules can be split, so that what is imported lazily is a file of its own and nothing is there twice. */
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
    plugins: [shakeSchemas],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });

/** An ES module's import of node:http would load undici, which a `require` of it does not; so they go out as CommonJS. */
const toCommonJs = async (text: string): Promise<string> =>
  (await transform(text, { ...COMMON, format: 'cjs', supported: { 'dynamic-import': false } })).code;

/** Bundles functions/<family>/handler.ts: `main.js`, and `chunks/` that it loads. */
export const bundleFunction = async (family: string): Promise<Bundle> => {
  const { outputFiles, metafile } = await splitModules(family);
  const folder = join(projectRoot, 'dist/functions/');
  const files = outputFiles.map(async ({ path, text }) => ({
    path: path.slice(folder.length),
    text: await toCommonJs(text),
  }));
  return {
    files: await Promise.all(files),
    inputs: Object.keys(metafile.inputs).sort(),
    packages: await bundledPackages(metafile),
  };
};
