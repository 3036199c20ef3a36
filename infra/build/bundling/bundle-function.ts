import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin, transform } from 'esbuild';
import { type BundledPackage, bundledPackages } from '../notices/bundled-packages.ts';
import { posixPath } from '../posix-path.ts';
import { projectRoot } from '../project-root.ts';
import { KIND_FILE } from './kind-file.ts';

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

/** Options for a bundle of ES modules. Splitting puts each lazy import into its own file, without duplicate code. */
const MODULES = {
  ...COMMON,
  absWorkingDir: projectRoot,
  outdir: 'dist/functions',
  bundle: true,
  format: 'esm',
  splitting: true,
  mainFields: ['module', 'main'],
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** The official AWS clients, which few functions load. */
const CLIENTS = ['athena', 'dynamodb', 'rds-data', 's3', 'ssm'];

/**
 * Leaves the official AWS clients out of a handler's bundle. In one bundle, the handler would load all modules of AWS
 * packages that it shares with a client.
 */
const leaveClients: Plugin = {
  name: 'leave-clients',
  setup: ({ onResolve }) =>
    onResolve({ filter: /[/]aws[/]clients[/][\w-]+\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./clients/${basename(path, '.ts')}.js`, external: true } : undefined,
    ),
};

/**
 * Packages that the official clients would load to find credentials outside the environment, or to name a browser. They
 * are left out of the zips: every client gets its credentials from Wallfeed (official-client.ts).
 */
const NEVER_LOADED = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
  'bowser',
];

type Modules = BuildResult<typeof MODULES>;

/** Returns an entry for the reader of each kind of source, so that a zip can leave out kinds that it does not use. */
const kindEntries = async (): Promise<Readonly<Record<string, string>>> => {
  const folders = await readdir(join(projectRoot, 'shared/kinds'), { withFileTypes: true });
  return Object.fromEntries(
    folders
      .filter((one) => one.isDirectory())
      .map(({ name }) => [`${KIND_FILE}${name}`, `shared/kinds/${name}/read.ts`]),
  );
};

const bundleHandler = async (family: string): Promise<Modules> =>
  build({
    ...MODULES,
    entryPoints: { main: `functions/${family}/handler.ts`, ...(await kindEntries()) },
    chunkNames: '[name]-[hash]',
    plugins: [leaveClients],
  });

let clients: Promise<Modules> | undefined;

/** Bundles the official AWS clients, which are the same for all families. */
const bundleClients = (): Promise<Modules> => {
  clients ??= build({
    ...MODULES,
    external: NEVER_LOADED,
    entryPoints: CLIENTS.map((name) => `shared/aws/clients/${name}.ts`),
    entryNames: 'clients/[name]',
    chunkNames: 'clients/[name]-[hash]',
  });
  return clients;
};

/** Converts a module to CommonJS. Importing node:http from an ES module would also load undici; `require` does not. */
const toCommonJs = async (text: string): Promise<string> =>
  (await transform(text, { ...COMMON, format: 'cjs', supported: { 'dynamic-import': false } })).code;

const folder = join(projectRoot, 'dist/functions/');

const filesOf = ({ outputFiles }: Modules): readonly Promise<BundledFile>[] =>
  outputFiles.map(async ({ path, text }) => ({
    path: posixPath(path.slice(folder.length)),
    text: await toCommonJs(text),
  }));

/** Bundles functions/<family>/handler.ts: `main.js`, the modules that it loads, and `clients/` with the official clients. */
export const bundleFunction = async (family: string): Promise<Bundle> => {
  const bundles = await Promise.all([bundleHandler(family), bundleClients()]);
  const metafiles = bundles.map(({ metafile }) => metafile);
  return {
    files: await Promise.all(bundles.flatMap(filesOf)),
    inputs: [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))].sort(),
    packages: await bundledPackages(metafiles),
  };
};
