import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { readPackageLists } from '../../program/package-list.ts';
import {
  compiledPath,
  DOCUMENT_ROOT,
  DOCUMENTS,
  documentPath,
  PROGRAM_FILES,
  type ProgramFile,
  packagedPath,
  programPath,
  WEBHOOK,
} from '../../program/program-files.ts';
import { posixPath, projectRoot } from '../../program/project-root.ts';
import { withBuildLock, workFolder } from '../../program/work-folder.ts';
import { replaceFolder } from '../../program/write-files.ts';
import { buildFunctions } from '../bundling/build-functions.ts';
import { bundleConsole } from '../bundling/bundle-console.ts';
import { buildDashboardValidator } from '../bundling/validators.ts';

/** Files in the program's folders that no command reads. */
const LEFT_OUT = /\.(?:md|svg)$|\/rejects\.json$|^infra\/dashboards\/demo\/data\/exports\//;

/** Modules that commands import only in a clone. */
const FOR_CLONES: ReadonlySet<string> = new Set([
  'infra/build/bundling/build-function.ts',
  'infra/build/bundling/compile-validators.ts',
  'infra/build/bundling/write-console.ts',
  'infra/cli/end-processes.ts',
  'infra/dashboards/lake/generate/write-lake.ts',
]);

/** Matches the import of a command that only clones have, in the table of commands. */
const COMMAND_FOR_CLONES = /forSources: true,\s*load: (?:async )?\(\) => (?:\(\{ command: \(await )?import\('[^']+'\)/g;

const START = 'infra/cli/run.mjs';

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*|\bimport\()'(\.[^']+)'/g;

/** Finds also the TypeScript modules that JavaScript files of the package import as compiled `.js` files. */
const findSource = (module: string, importer: string): string => {
  const found = [module, module.replace(/\.js$/, '.ts')].find((one) => existsSync(join(projectRoot, one)));
  if (found === undefined) throw new Error(`${module} is missing, and ${importer} imports it`);
  return found;
};

const stripped = new Map<string, string>();

/** Strips the types of each source once, although a shipped module is needed twice: to read its imports, and to compile it. */
const stripOnce = (source: string): string => {
  const code = stripped.get(source) ?? stripTypeScriptTypes(source);
  stripped.set(source, code);
  return code;
};

const importsOf = async (path: string): Promise<readonly string[]> => {
  const source = stripOnce(await readFile(join(projectRoot, path), 'utf8'));
  const code = source.replaceAll(COMMAND_FOR_CLONES, '');
  const modules = Array.from(code.matchAll(SPECIFIER), ([, specifier = '']) => posix.join(dirname(path), specifier));
  return modules.filter((one) => !FOR_CLONES.has(one)).map((one) => findSource(one, path));
};

/** Imports of types do not count. */
const followImports = async (modules: readonly string[]): Promise<readonly string[]> => {
  const found = new Set(modules);
  for (const path of found) for (const one of await importsOf(path)) found.add(one);
  return [...found];
};

/** Ends the build with an error if a file is missing. */
const listFiles = async (path: string): Promise<readonly string[]> => {
  const found = await stat(join(projectRoot, path)).catch(() => {
    throw new Error(`${path} is missing, and commands read it`);
  });
  if (found.isFile()) return [path];
  const entries = await readdir(join(projectRoot, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posixPath(join(parentPath, name).slice(projectRoot.length + 1)))
    .filter((file) => !LEFT_OUT.test(file));
};

const MODULE = /\.(?:ts|mjs|cjs)$/;

export const listShippedFiles = async (paths: readonly string[]): Promise<readonly string[]> => {
  const files = (await Promise.all(paths.map(listFiles))).flat();
  const modules = await followImports([START, ...files.filter((file) => MODULE.test(file))]);
  return [...new Set([...files, ...modules])].sort();
};

const DISTRIBUTION = join(workFolder, 'package');

type Locked = Readonly<Record<string, { readonly integrity?: string } | undefined>>;

const readProgramJson = async (name: ProgramFile) => JSON.parse(await readFile(programPath(name), 'utf8'));

/** Matches the relative path of a source in quotes, in an import or in `new URL(…, import.meta.url)`. */
const SOURCE_PATH = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** Lines and columns stay the same. */
export const compileSource = (source: string): string => stripOnce(source).replaceAll(SOURCE_PATH, '$1$2.js$1');

const writeSource = async (path: string, folder: string): Promise<void> => {
  const target = join(folder, compiledPath(path));
  await mkdir(dirname(target), { recursive: true });
  const source = join(projectRoot, path);
  if (path.endsWith('.ts')) await writeFile(target, compileSource(await readFile(source, 'utf8')));
  else cpSync(source, target);
};

/** Leaves out builds of removed families. */
const copyBuilt = async (families: readonly string[], folder: string): Promise<void> => {
  const partsOf = (family: string) =>
    [
      ['functions', family],
      ['functions', `${family}.packages.json`],
      ['validators', `${family}.js`],
      ['validators', family],
    ] as const;
  const others = [['validators', 'dashboard.js'] as const, ['console', '.'] as const];
  const webhook = [['functions', WEBHOOK] as const, ['functions', `${WEBHOOK}.packages.json`] as const];
  for (const [name, part] of [...families.flatMap(partsOf), ...webhook, ...others]) {
    cpSync(programPath(name, part), join(folder, packagedPath(name), part), { recursive: true });
  }
};

const copyInterfaceClient = async (folder: string): Promise<void> => {
  const [source, target] = [programPath('interfaceClient'), join(folder, packagedPath('interfaceClient'))].map(dirname);
  for (const file of ['index.mjs', 'LICENSE', 'NOTICE', 'THIRD-PARTY-LICENSES']) {
    cpSync(join(String(source), file), join(String(target), file));
  }
};

const writeChecksums = async (families: readonly string[], folder: string): Promise<void> => {
  const { packages } = (await readProgramJson('checksums')) as { readonly packages: Locked };
  const lists = await readPackageLists(programPath('functions'), families);
  const folders = new Set([...lists.values()].flatMap((list) => list.map((one) => one.folder)));
  const entries = [...folders].sort().map((path) => [path, { integrity: packages[path]?.integrity }]);
  const text = JSON.stringify({ packages: Object.fromEntries(entries) });
  await writeFile(join(folder, packagedPath('checksums')), text);
};

const writeManifest = async (folder: string): Promise<void> => {
  const { name, version, type, imports } = await readProgramJson('manifest');
  const text = `${JSON.stringify({ name, version, type, imports }, null, 2)}\n`;
  await writeFile(join(folder, packagedPath('manifest')), text);
};

/** Files of the program that have a build step of their own. All others are copied from the sources. */
const MADE: ReadonlySet<string> = new Set([
  'checksums',
  'console',
  'functions',
  'interfaceClient',
  'manifest',
  'validators',
] satisfies ProgramFile[]);

const copySources = async (folder: string): Promise<void> => {
  const copied = Object.entries(PROGRAM_FILES).filter(([name]) => !MADE.has(name));
  for (const path of await listShippedFiles(copied.map(([, path]) => path))) await writeSource(path, folder);
};

/** Lists the documents as paths from the folder of the program. npm packs them from the clone. */
const listDocuments = (): readonly string[] => {
  const missing = DOCUMENTS.find((path) => !existsSync(documentPath(path)));
  if (missing !== undefined) throw new Error(`${missing} is missing, and the program prints it`);
  return DOCUMENTS.map((path) => `${DOCUMENT_ROOT}/${path}`);
};

/** Writes the list of all files, so that the command can name a file that is missing in a damaged installation. */
const writeFileList = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posixPath(relative(folder, join(parentPath, name))));
  await writeFile(join(folder, 'files.json'), JSON.stringify([...files, ...listDocuments()].sort()));
};

/** Writes the content of the npm package into a folder, dist/package by default: compiled sources and built functions. */
export const buildDistribution = async (folder = DISTRIBUTION): Promise<string> => {
  const { families } = await buildFunctions();
  await bundleConsole();
  await buildDashboardValidator();
  const unfinished = join(workFolder, 'unfinished', randomUUID());
  try {
    await mkdir(unfinished, { recursive: true });
    await copySources(unfinished);
    await withBuildLock(() => copyBuilt(families, unfinished));
    await copyInterfaceClient(unfinished);
    await writeChecksums([...families, WEBHOOK], unfinished);
    await writeManifest(unfinished);
    await writeFileList(unfinished);
    await replaceFolder(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
};
