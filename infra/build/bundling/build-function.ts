import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin, transform } from 'esbuild';
import type { Samples } from '../../../shared/function/samples.ts';
import { BUNDLE_TARGET } from '../../program/lambda-runtime.ts';
import { type BundledPackage, writePackageList } from '../../program/package-list.ts';
import { KIND_FILE, WEBHOOK } from '../../program/program-files.ts';
import { posixPath, projectRoot } from '../../program/project-root.ts';
import { workFolder } from '../../program/work-folder.ts';
import { replaceFolder } from '../../program/write-files.ts';
import { bundledPackages, NOTICES_FILE, thirdPartyNotices } from '../notices.ts';
import { collectSamples } from './collect-samples.ts';
import { convertModules, coreModules } from './convert-modules.ts';
import { plainMessages } from './plain-messages.ts';
import { type Hashes, isCurrent, writeStamp } from './stamp.ts';

interface BundledFile {
  readonly path: string;
  readonly text: string;
}

interface Bundle {
  readonly files: readonly BundledFile[];
  readonly inputs: readonly string[];
  readonly packages: readonly BundledPackage[];
  /** By the path of the file in the zip. */
  readonly contents: ReadonlyMap<string, readonly string[]>;
  /** Only what a source imports before it runs. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

const COMMON = {
  platform: 'node',
  target: BUNDLE_TARGET,
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

/** Hashes in JavaScript, which the official packages use where Node has no hashes of its own. */
const FALLBACKS = /[/](?:Sha256Js|Crc32Js|Md5Js)$/;

const FALLBACK = 'fallback';

const leaveFallbacks: Plugin = {
  name: 'leave-fallbacks',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: FALLBACKS }, ({ path }) => ({ path: basename(path), namespace: FALLBACK }));
    onLoad({ filter: /.*/, namespace: FALLBACK }, ({ path }) => ({ contents: `export const ${path} = undefined;` }));
  },
};

const isFile = (input: string): boolean => !input.startsWith(`${FALLBACK}:`);

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
    plugins: [leaveClients, leaveFallbacks, plainMessages],
  });

const buildClients = (): Promise<Modules> =>
  build({
    ...MODULES,
    external: NEVER_LOADED,
    entryPoints: CLIENTS.map((name) => `shared/aws/clients/${name}.ts`),
    entryNames: 'clients/[name]',
    chunkNames: 'clients/[name]-[hash]',
  });

const COMMON_JS = { ...COMMON, format: 'cjs', supported: { 'dynamic-import': false } } as const;

const folder = join(projectRoot, 'dist/functions/');

interface Converted {
  readonly files: readonly BundledFile[];
  readonly metafile: Modules['metafile'];
}

const filesOf = ({ outputFiles }: Modules): readonly BundledFile[] =>
  outputFiles.map(({ path, text }) => ({ path: posixPath(path.slice(folder.length)), text }));

const MAIN = 'main.js';

const convertHandler = async (bundled: Modules): Promise<Converted> => {
  const modules = filesOf(bundled).map(({ path, text }) => ({ name: path, text }));
  const files = await convertModules(modules, MAIN, bundled.metafile);
  return { files: files.map(({ name, text }) => ({ path: name, text })), metafile: bundled.metafile };
};

const convertClients = async (bundled: Modules): Promise<Converted> => ({
  files: await Promise.all(
    filesOf(bundled).map(async ({ path, text }) => ({ path, text: (await transform(text, COMMON_JS)).code })),
  ),
  metafile: bundled.metafile,
});

let clients: Promise<Converted> | undefined;

const bundleClients = (): Promise<Converted> => {
  clients ??= buildClients().then(convertClients);
  return clients;
};

const contentsOf = (metafile: Modules['metafile']): ReadonlyMap<string, readonly string[]> => {
  const core = coreModules(MAIN, metafile);
  const contents = Object.entries(metafile.outputs).map(([path, { inputs }]) => {
    const name = path.slice('dist/functions/'.length);
    const sources = Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : []));
    return { name: core.has(name) ? MAIN : name, sources };
  });
  const byName = Map.groupBy(contents, ({ name }) => name);
  return new Map(Array.from(byName, ([name, all]) => [name, all.flatMap(({ sources }) => sources)]));
};

const importsOf = ({ inputs }: Modules['metafile']): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(inputs).map(([path, { imports }]) => [
      path,
      imports.flatMap((one) => (one.kind === 'dynamic-import' ? [] : [one.path])),
    ]),
  );

export const bundleFunction = async (family: string): Promise<Bundle> => {
  const bundles = await Promise.all([bundleHandler(family).then(convertHandler), bundleClients()]);
  const metafiles = bundles.map(({ metafile }) => metafile);
  return {
    files: bundles.flatMap(({ files }) => files),
    inputs: [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))].filter(isFile).sort(),
    packages: await bundledPackages(metafiles),
    contents: new Map(metafiles.flatMap((metafile) => [...contentsOf(metafile)])),
    imports: new Map(metafiles.flatMap((metafile) => [...importsOf(metafile)])),
  };
};

const readEntry = async (): Promise<string> => {
  const source = await readFile(new URL('./entry.mjs', import.meta.url), 'utf8');
  return (await transform(source, { minify: true, platform: 'node', target: BUNDLE_TARGET })).code;
};

const writeFiles = async (folder: string, files: readonly BundledFile[]): Promise<void> => {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/** Writes the notices of a kind's packages beside its reader, because a zip may leave both out. */
const noticeFiles = (packages: Bundle['packages']): Promise<readonly BundledFile[]> =>
  Promise.all(
    Array.from(
      Map.groupBy(packages, ({ kind }) => kind),
      async ([kind, all]) => ({
        path: kind === undefined ? NOTICES_FILE : `${KIND_FILE}${kind}.txt`,
        text: await thirdPartyNotices(all),
      }),
    ),
  );

const furtherFiles = async (samples: Samples, packages: Bundle['packages']): Promise<readonly BundledFile[]> => [
  { path: 'index.mjs', text: await readEntry() },
  { path: 'samples.json', text: JSON.stringify(samples) },
  ...(await noticeFiles(packages)),
  { path: 'package.json', text: '{"type":"commonjs"}\n' },
];

export const buildWebhook = async (folder: string, hashes: Hashes): Promise<void> => {
  const target = join(folder, WEBHOOK);
  if (await isCurrent(target, 'index.js', hashes)) return;
  const { outputFiles, metafile } = await build({
    ...MODULES,
    format: 'cjs',
    splitting: false,
    external: NEVER_LOADED,
    entryPoints: { index: 'shared/webhook/handler.ts' },
    plugins: [leaveFallbacks],
  });
  const packages = await bundledPackages([metafile]);
  const unfinished = join(workFolder, 'unfinished', randomUUID());
  try {
    await writeFiles(unfinished, [
      ...filesOf({ outputFiles, metafile } as Modules),
      ...(await noticeFiles(packages)),
      { path: 'package.json', text: '{"type":"commonjs"}\n' },
    ]);
    await replaceFolder(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await writePackageList(target, packages);
  await writeStamp(target, Object.keys(metafile.inputs).filter(isFile).sort(), hashes);
};

/** Skips a build that is up to date. */
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
