import { createHash, randomUUID } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { zipSync } from 'fflate';
import { type DashboardConfig, secretsOf } from '../../shared/config/dashboard-config.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { KIND_FILE, programPath, WEBHOOK } from '../program/program-files.ts';
import { posixPath } from '../program/project-root.ts';
import { withBuildLock, workFolder } from '../program/work-folder.ts';
import { linkFolder, makeOnce } from '../program/write-files.ts';
import { requireFewResources } from './check-limits.ts';
import { compileTemplate } from './compile-template.ts';
import { describeStack, type StackDescription } from './describe-stack.ts';
import { isPromising, promiseSettings } from './promises.ts';
import { datasetsOf, type Sourced } from './sources.ts';
import { withStoreKey } from './store-key.ts';
import { artefactName, type Template, withCodeParameters, withLiveAliases, zipName } from './template/template.ts';

interface PackageOptions {
  /** Only valid endpoints are packaged; errors in the dashboard are ignored. */
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Output folder, normally a new one from `createStagingFolder`. */
  readonly folder: string;
  /** Folder of the built bundles, with one folder per family. */
  readonly bundles: string;
  readonly signal?: AbortSignal;
  /** True if nobody deploys the template, so that its versions of functions may be those of other code. */
  readonly isUnversioned?: boolean;
}

export interface PackagedService {
  readonly template: Template;
  /** `taskRoot` is a folder with the same files as the zip. */
  readonly functions: readonly { readonly family: string; readonly zip: string; readonly taskRoot: string }[];
}

type Files = Readonly<Record<string, Uint8Array>>;

const readFiles = async (folder: string): Promise<Files> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.sort().map(async (path) => [posixPath(path.slice(folder.length + 1)), await readFile(path)]);
  return Object.fromEntries(await Promise.all(files));
};

/** Nobody transfers the zips of the local stack, and compressing them takes most of a second. */
const COMPRESSION = { local: 0, deployed: 6 } as const;

/** Attributes of each file of a zip, the same on every system. */
const ATTRIBUTES = { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 * 0x10000 } as const;

/** Gives files a fixed time and sorts them, so that the same files always give the same bytes. */
export const zipFiles = (files: Files, level: 0 | 6): Uint8Array => {
  const entries = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  return zipSync(Object.fromEntries(entries.map(([path, bytes]) => [path, [bytes, ATTRIBUTES]])), { level });
};

/**
 * Zips of earlier runs are kept, because compressing the code of a function takes longer than everything else of its
 * package.
 */
const ZIPS = join(workFolder, 'zips');

/** Takes the zip of an earlier run that has compressed the same files. */
const compressFiles = (files: Files): Promise<Uint8Array> => {
  const hash = createHash('sha256').update(JSON.stringify([ATTRIBUTES, COMPRESSION.deployed]));
  for (const [path, bytes] of Object.entries(files)) hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  return makeOnce(ZIPS, `${hash.digest('hex')}.zip`, () => zipFiles(files, COMPRESSION.deployed));
};

const VERSION_CHARS = 16;

/**
 * Returns the addresses of other families' endpoints, to name them in the error for a request to the wrong family.
 * Empty if an endpoint has a token.
 */
const elsewhereOf = ({ endpoints }: LoadedDashboard, family: string): Pick<DashboardConfig, 'elsewhere'> => {
  if (endpoints.some(({ config }) => secretsOf(config).length > 0)) return {};
  const others = endpoints.filter((endpoint) => endpoint.family !== family);
  return { elsewhere: Object.fromEntries(others.map(({ slug, path }) => [slug, path])) };
};

/** Creates the function's dashboard.json. Its version is a hash of definition and code. */
const configOf = ({ dashboard }: PackageOptions, family: string, code: Files): DashboardConfig => {
  const { name, timezone, watch, log } = dashboard;
  const promises = promiseSettings(dashboard, family);
  const endpoints = dashboard.endpoints.filter((endpoint) => endpoint.family === family);
  const datasets = Object.entries(datasetsOf({ ...dashboard, endpoints })).map(([dataset, { config }]) => [
    dataset,
    config,
  ]);
  const definition = {
    dashboard: name,
    family,
    timezone,
    ...(datasets.length > 0 && { datasets: Object.fromEntries(datasets) }),
    endpoints: Object.fromEntries(endpoints.map(({ slug, config }) => [slug, config])),
  };
  const hash = createHash('sha256').update(JSON.stringify(definition));
  for (const [path, bytes] of Object.entries(code)) hash.update(path).update(bytes);
  return {
    ...definition,
    ...elsewhereOf(dashboard, family),
    watch,
    ...(log === 'summary' && { log }),
    ...(promises && { promises }),
    version: hash.digest('hex').slice(0, VERSION_CHARS),
  };
};

const CONFIG = 'dashboard.json';

/** Functions with a dataset of any kind warm up with a dataset of this kind, so their zips keep its reader. */
const REHEARSED_KIND = 'csv';

/** Returns the kinds of sources whose readers a function has. */
export const usedKinds = (sourced: Sourced): ReadonlySet<string> => {
  const used = new Set<string>(Object.values(datasetsOf(sourced)).map(({ config }) => config.source.source));
  if (used.size > 0) used.add(REHEARSED_KIND);
  return used;
};

/** Removes the readers that no dataset of the function needs, and the notices of their packages. */
const removeKinds = async (taskRoot: string, sourced: Sourced): Promise<void> => {
  const used = usedKinds(sourced);
  const readers = (await readdir(taskRoot)).filter((file) => file.startsWith(KIND_FILE));
  const unused = readers.filter((reader) => !used.has(parse(reader).name.slice(KIND_FILE.length)));
  await Promise.all(unused.map((reader) => rm(join(taskRoot, reader))));
  if (unused.length > 0) await removeUnread(taskRoot);
};

const removeUnread = async (taskRoot: string): Promise<void> => {
  const names = (await readdir(taskRoot)).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(taskRoot, name), 'utf8')));
  const unread = names.filter(
    (name) => name.startsWith(PART_FILE) && !texts.some((text) => text.includes(`./${name}`)),
  );
  if (unread.length === 0) return;
  await Promise.all(unread.map((name) => rm(join(taskRoot, name))));
  await removeUnread(taskRoot);
};

/** Prefix of the files whose code several other files load. */
const PART_FILE = 'chunk-';

/** open-clients.ts loads the files with this prefix. */
const CLIENTS_FILE = 'serve-clients-';

/** open-promises.ts loads the file with this prefix. */
const PROMISES_FILE = 'keep-promises-';

/** Keeps the code if the dashboard has promises, or alarms that need them. */
const removePromises = async (taskRoot: string, dashboard: LoadedDashboard): Promise<void> => {
  if (isPromising(dashboard)) return;
  const unused = (await readdir(taskRoot)).filter((file) => file.startsWith(PROMISES_FILE));
  await Promise.all(unused.map((file) => rm(join(taskRoot, file))));
};

/** Keeps the code if an endpoint of the function has `client`, `apiKey` or `parameters`. */
const removeClients = async (taskRoot: string, endpoints: readonly LoadedEndpoint[]): Promise<void> => {
  if (endpoints.some(({ config }) => config.client ?? config.apiKey ?? config.parameters)) return;
  const unused = (await readdir(taskRoot)).filter((file) => file.startsWith(CLIENTS_FILE));
  await Promise.all(unused.map((file) => rm(join(taskRoot, file))));
};

const writeZip = async ({ stage, folder }: PackageOptions, family: string, files: Files) => {
  const bytes = stage === 'local' ? zipFiles(files, COMPRESSION.local) : await compressFiles(files);
  const zip = join(folder, zipName(family, bytes));
  await writeFile(zip, bytes);
  await link(zip, join(folder, artefactName(family)));
  return { family, zip, taskRoot: join(folder, family) };
};

const stageFunction = async (options: PackageOptions, family: string) => {
  const { folder, dashboard } = options;
  const taskRoot = join(folder, family);
  if (family === WEBHOOK) return writeZip(options, family, await readFiles(taskRoot));
  const endpoints = dashboard.endpoints.filter((endpoint) => endpoint.family === family);
  await removeKinds(taskRoot, { ...dashboard, endpoints });
  await removeClients(taskRoot, endpoints);
  await removePromises(taskRoot, dashboard);
  const code = await readFiles(taskRoot);
  const config = Buffer.from(JSON.stringify(configOf(options, family, code)));
  await writeFile(join(taskRoot, CONFIG), config);
  return writeZip(options, family, { ...code, [CONFIG]: config });
};

/**
 * Writes serverless.yml, the resources, and stack.json, from which serverless.yml reads all settings of the dashboard.
 */
const writeService = async (folder: string, stack: StackDescription): Promise<void> => {
  await mkdir(join(folder, 'infra'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'stack.json'), JSON.stringify(stack, null, 2)),
    cp(programPath('serverless'), join(folder, 'serverless.yml')),
    cp(programPath('stackResources'), join(folder, 'infra/stack/resources'), { recursive: true }),
  ]);
};

const copyFolder = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true });

/**
 * Holds the build lock, because a build at the same time would mix the files of two builds. The local stack only reads
 * its files, so that links are enough.
 */
const copyBundles = (families: readonly string[], { folder, bundles, stage }: PackageOptions): Promise<unknown> => {
  const copy = stage === 'local' ? linkFolder : copyFolder;
  return withBuildLock(() => Promise.all(families.map((family) => copy(join(bundles, family), join(folder, family)))));
};

/**
 * Zips the functions, lets osls generate the CloudFormation template, and adds aliases, the place of the code and
 * endpoint metadata to it.
 */
export const packageService = async (options: PackageOptions): Promise<PackagedService> => {
  const { dashboard, stage, folder, signal, isUnversioned } = options;
  const stack = describeStack(dashboard, stage);
  await writeService(folder, stack);
  const families = Object.keys(stack.functions);
  await copyBundles(families, options);
  const functions = await Promise.all(families.map((family) => stageFunction(options, family)));
  const zips = functions.map(({ zip }) => basename(zip));
  const compiled = await compileTemplate({ stage, folder, zips: isUnversioned ? [] : zips, ...(signal && { signal }) });
  const template = withEndpoints(
    withCodeParameters(withStoreKey(withLiveAliases(compiled), dashboard.storeKey), zips),
    dashboard,
  );
  if (stage !== 'local') requireFewResources(template);
  return { template, functions };
};

/** A digest of each definition, keyed by path. */
type EndpointDigests = Readonly<Record<string, string>>;

const KEY = 'WallfeedEndpoints';
const DIGEST_CHARS = 12;

/** Includes the datasets that the endpoint selects from. */
const digestOf = (endpoint: LoadedEndpoint, { datasets }: Sourced): string => {
  const selected = Object.values(datasetsOf({ endpoints: [endpoint], datasets }));
  const definition = [endpoint.component, endpoint.config, ...selected.map(({ config }) => config)];
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, DIGEST_CHARS);
};

/** Adds the endpoints to a template as metadata, so that a later diff can tell which URLs change. */
export const withEndpoints = (template: Template, sourced: Sourced): Template => ({
  ...template,
  Metadata: {
    ...template.Metadata,
    [KEY]: Object.fromEntries(sourced.endpoints.map((endpoint) => [endpoint.path, digestOf(endpoint, sourced)])),
  },
});

/** Returns undefined if the template has no such metadata. */
export const endpointsIn = ({ Metadata }: Template): EndpointDigests | undefined =>
  Metadata?.[KEY] as EndpointDigests | undefined;

const stacks = join(workFolder, 'stacks');

/** Folders of killed processes are deleted after a day. Until then the process may be alive in another container. */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000;

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const removeLeft = async (name: string): Promise<void> => {
  const folder = join(stacks, name);
  const { mtimeMs } = await stat(folder);
  const isLeft = Date.now() - mtimeMs > ABANDONED_AFTER_MS && !isRunning(Number.parseInt(name, 10));
  if (isLeft) await rm(folder, { recursive: true, force: true });
};

/** Creates a folder for one packaging that no other process uses: dist/stacks/<process>-<unique>. */
export const createStagingFolder = async (): Promise<string> => {
  const folder = join(stacks, `${process.pid}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await Promise.allSettled((await readdir(stacks)).map(removeLeft));
  return folder;
};
