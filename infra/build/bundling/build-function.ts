import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin, transform } from 'esbuild';
import type { Samples } from '../../../shared/function/samples.ts';
import { bundledPackages, NOTICES_FILE, thirdPartyNotices } from '../notices.ts';
import { type BundledPackage, writePackageList } from '../package-list.ts';
import { KIND_FILE } from '../program-files.ts';
import { posixPath, projectRoot } from '../project-root.ts';
import { workFolder } from '../work-folder.ts';
import { replaceFolder } from '../write-files.ts';
import { collectSamples } from './collect-samples.ts';
import { type Hashes, isCurrent, writeStamp } from './stamp.ts';

/** A file of a function's bundle, by its path in the zip. */
interface BundledFile {
  readonly path: string;
  readonly text: string;
}

interface Bundle {
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
 * Leaves the official AWS clients out of a handler's bundle. If they were in one bundle, the handler would load all AWS
 * modules that it has in common with a client.
 */
const leaveClients: Plugin = {
  name: 'leave-clients',
  setup: ({ onResolve }) =>
    onResolve({ filter: /[/]aws[/]clients[/][\w-]+\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./clients/${basename(path, '.ts')}.js`, external: true } : undefined,
    ),
};

/**
 * Packages with which the official clients would look for credentials outside the environment, or detect the browser.
 * They are left out of the zips: every client gets its credentials from Wallfeed (official-client.ts).
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

const buildClients = (): Promise<Modules> =>
  build({
    ...MODULES,
    external: NEVER_LOADED,
    entryPoints: CLIENTS.map((name) => `shared/aws/clients/${name}.ts`),
    entryNames: 'clients/[name]',
    chunkNames: 'clients/[name]-[hash]',
  });

/** Converts a module to CommonJS. Importing node:http from an ES module would also load undici; `require` does not. */
const toCommonJs = async (text: string): Promise<string> =>
  (await transform(text, { ...COMMON, format: 'cjs', supported: { 'dynamic-import': false } })).code;

const converted = new Map<string, Promise<string>>();

/** Converts each text once, because most modules are the same in many functions. */
const convertOnce = (text: string): Promise<string> => {
  const code = converted.get(text) ?? toCommonJs(text);
  converted.set(text, code);
  return code;
};

const folder = join(projectRoot, 'dist/functions/');

/** The files of a bundle, and esbuild's metafile, which lists the contents of the bundle. */
interface Converted {
  readonly files: readonly BundledFile[];
  readonly metafile: Modules['metafile'];
}

const convert = async ({ outputFiles, metafile }: Modules): Promise<Converted> => {
  const files = outputFiles.map(async ({ path, text }) => ({
    path: posixPath(path.slice(folder.length)),
    text: await convertOnce(text),
  }));
  return { files: await Promise.all(files), metafile };
};

let clients: Promise<Converted> | undefined;

/** Bundles the official AWS clients once, because they are the same for all families. */
const bundleClients = (): Promise<Converted> => {
  clients ??= buildClients().then(convert);
  return clients;
};

/** Bundles functions/<family>/handler.ts: `main.js`, the modules that it loads, and `clients/` with the official clients. */
export const bundleFunction = async (family: string): Promise<Bundle> => {
  const bundles = await Promise.all([bundleHandler(family).then(convert), bundleClients()]);
  const metafiles = bundles.map(({ metafile }) => metafile);
  return {
    files: bundles.flatMap(({ files }) => files),
    inputs: [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))].sort(),
    packages: await bundledPackages(metafiles),
  };
};

const readEntry = async (): Promise<string> => {
  const source = await readFile(new URL('./entry.mjs', import.meta.url), 'utf8');
  return (await transform(source, { minify: true, platform: 'node', target: 'node24' })).code;
};

const writeFiles = async (folder: string, files: readonly BundledFile[]): Promise<void> => {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/** Writes the files that a function has besides its bundle. */
const furtherFiles = async (samples: Samples, packages: Bundle['packages']): Promise<readonly BundledFile[]> => [
  { path: 'index.mjs', text: await readEntry() },
  { path: 'samples.json', text: JSON.stringify(samples) },
  { path: NOTICES_FILE, text: await thirdPartyNotices(packages) },
  { path: 'package.json', text: '{"type":"commonjs"}\n' },
];

/** Builds the function of a family into its folder below `folder`, unless an up-to-date build is there. */
export const buildFunction = async (family: string, folder: string, hashes: Hashes): Promise<void> => {
  const target = join(folder, family);
  if (await isCurrent(target, 'index.mjs', hashes)) return;
  const [{ files, inputs, packages }, collected] = await Promise.all([bundleFunction(family), collectSamples(family)]);
  const unfinished = join(workFolder, 'unfinished', randomUUID());
  try {
    await writeFiles(unfinished, [...files, ...(await furtherFiles(collected.samples, packages))]);
    await replaceFolder(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await writePackageList(target, packages);
  await writeStamp(target, [...inputs, ...collected.inputs], hashes);
};
