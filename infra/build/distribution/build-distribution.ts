import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { buildFunctions } from '../build-functions.ts';
import { withBuildLock } from '../build-lock.ts';
import { bundleConsole } from '../bundle-console.ts';
import { readPackageLists } from '../notices/package-list.ts';
import { projectRoot } from '../project-root.ts';
import { replaceFolder } from '../replace-folder.ts';
import { workFolder } from '../work-folder.ts';
import { listShippedFiles } from './shipped-files.ts';

/** The folder inside the npm package that replaces the project's root. */
const DISTRIBUTION = join(workFolder, 'package');

type Locked = Readonly<Record<string, { readonly integrity?: string } | undefined>>;

const readProject = async (file: string) => JSON.parse(await readFile(join(projectRoot, file), 'utf8'));

/** Matches the relative path of a source in quotes, in an import or in `new URL(…, import.meta.url)`. */
const SOURCE_PATH = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** Compiles a TypeScript source to JavaScript that imports compiled files. Lines and columns stay the same. */
export const compileSource = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(SOURCE_PATH, '$1$2.js$1');

const writeSource = async (path: string, folder: string): Promise<void> => {
  const target = join(folder, path.replace(/\.ts$/, '.js'));
  await mkdir(dirname(target), { recursive: true });
  const source = join(projectRoot, path);
  if (path.endsWith('.ts')) await writeFile(target, compileSource(await readFile(source, 'utf8')));
  else await cp(source, target);
};

const filesOf = (family: string): readonly string[] => [
  `functions/${family}`,
  `functions/${family}.packages.json`,
  `validators/${family}.js`,
];

/** Copies the built functions, the validators that `check` runs, and the console's page. */
const copyBuilt = async (families: readonly string[], folder: string): Promise<void> => {
  for (const path of [...families.flatMap(filesOf), 'console']) {
    await cp(join(projectRoot, 'dist', path), join(folder, 'dist', path), { recursive: true });
  }
};

/** Copies the client with which a function gets its requests from Lambda, and the licences of that client. */
const copyInterfaceClient = async (folder: string): Promise<void> => {
  const source = join(projectRoot, 'node_modules', 'aws-lambda-ric');
  for (const file of ['index.mjs', 'LICENSE', 'NOTICE', 'THIRD-PARTY-LICENSES']) {
    await cp(join(source, file), join(folder, 'infra/local/runtime/interface-client', file));
  }
};

/** Writes the checksums of the bundled packages, for bills of materials. */
const writeChecksums = async (families: readonly string[], folder: string): Promise<void> => {
  const { packages } = (await readProject('package-lock.json')) as { readonly packages: Locked };
  const lists = await readPackageLists(join(projectRoot, 'dist/functions'), families);
  const folders = new Set([...lists.values()].flatMap((list) => list.map((one) => one.folder)));
  const entries = [...folders].sort().map((path) => [path, { integrity: packages[path]?.integrity }]);
  await writeFile(join(folder, 'checksums.json'), JSON.stringify({ packages: Object.fromEntries(entries) }));
};

const writeManifest = async (folder: string): Promise<void> => {
  const { name, version, type, imports } = await readProject('package.json');
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name, version, type, imports }, null, 2)}\n`);
};

/** Writes the compiled sources and the built functions into a folder, dist/package by default, as the npm package has them. */
export const buildDistribution = async (folder = DISTRIBUTION): Promise<string> => {
  const { families } = await buildFunctions();
  await bundleConsole();
  const unfinished = join(workFolder, 'unfinished', randomUUID());
  try {
    await mkdir(unfinished, { recursive: true });
    for (const path of await listShippedFiles()) await writeSource(path, unfinished);
    await withBuildLock(() => copyBuilt(families, unfinished));
    await copyInterfaceClient(unfinished);
    await writeChecksums(families, unfinished);
    await writeManifest(unfinished);
    await replaceFolder(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
};
