import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workFolder } from '../build/work-folder.ts';
import { writeFileWhole } from '../build/write-files.ts';
import { type Resource, resourcesOf, type Template } from './template/template.ts';

/** The alias of every function. Gateways and schedules invoke it, so a new version replaces the old one at once. */
const LIVE_ALIAS = 'live';

const FUNCTION = 'AWS::Lambda::Function';
const VERSION = 'AWS::Lambda::Version';

type Fields = Readonly<Record<string, unknown>>;

/** Converts `PieLambdaFunction` to `PieAlias`. */
const aliasId = (functionId: string): string => functionId.replace(/LambdaFunction$/, 'Alias');

const functionOf = ({ Properties = {} }: Resource): string => (Properties.FunctionName as { readonly Ref: string }).Ref;

const aliasOf = (versionId: string, version: Resource): readonly [string, Resource] => {
  const functionId = functionOf(version);
  return [
    aliasId(functionId),
    {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        FunctionName: { Ref: functionId },
        FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
        Name: LIVE_ALIAS,
      },
    },
  ];
};

/**
 * Keeps older versions, so that they still serve requests during an update. Plain `Retain` would also keep the version
 * of a failed update, and Lambda would then refuse to publish the same code again.
 */
const retained = (version: Resource): Resource => ({
  ...version,
  DeletionPolicy: 'RetainExceptOnCreate',
  UpdateReplacePolicy: 'Retain',
});

/** Replaces each reference to a function's ARN with its alias. The `Ref` of an alias is its ARN. */
const invokeAliases = (value: unknown, functionIds: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((entry) => invokeAliases(entry, functionIds));
  if (typeof value !== 'object' || value === null) return value;
  const [id, attribute] = ((value as Fields)['Fn::GetAtt'] ?? []) as readonly string[];
  if (id !== undefined && attribute === 'Arn' && functionIds.has(id)) return { Ref: aliasId(id) };
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, invokeAliases(entry, functionIds)]));
};

/** Removes the outputs in which osls lists the versions' ARNs: nothing reads them. */
const withoutVersions = (outputs: Fields, versionIds: ReadonlySet<string>): Fields =>
  Object.fromEntries(
    Object.entries(outputs).filter(([, output]) => {
      const { Value } = output as { readonly Value: { readonly Ref?: string } };
      return !versionIds.has(Value.Ref ?? '');
    }),
  );

/**
 * Gives each function of a packaged template an alias for its newest version, and makes all invocations use the alias.
 * This runs after packaging, because osls names a version by a hash of code and configuration. osls adds versions in
 * random order, so they are sorted here.
 */
export const withLiveAliases = <Packaged extends Template>(template: Packaged): Packaged => {
  const versions = resourcesOf(template, VERSION).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const versionIds = new Set(versions.map(([id]) => id));
  const functionIds = new Set(resourcesOf(template, FUNCTION).map(([id]) => id));
  const others = Object.entries(template.Resources).filter(([id]) => !versionIds.has(id));
  const Resources = {
    ...(invokeAliases(Object.fromEntries(others), functionIds) as Template['Resources']),
    ...Object.fromEntries(versions.map(([id, version]) => [id, retained(version)])),
    ...Object.fromEntries(versions.map(([id, version]) => aliasOf(id, version))),
  };
  return { ...template, Resources, Outputs: withoutVersions(template.Outputs ?? {}, versionIds) };
};

interface OslsRun {
  readonly command: 'package';
  readonly stage: string;
  /** The folder of serverless.yml. */
  readonly folder: string;
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Runs osls without output. If it fails, the error contains its output. */
type RunOsls = (run: OslsRun) => Promise<void>;

type Execute = (
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal },
) => Promise<unknown>;

const osls = createRequire(import.meta.url).resolve('osls/bin/serverless.js');
const home = join(workFolder, 'osls');

const SETTINGS = {
  SLS_SCHEMA_CACHE_BASE_DIR: home,
  SLS_NOTIFICATIONS_MODE: 'off',
  NO_COLOR: '1',
  // Saves a fifth of its processor time, most of which goes into loading its modules.
  NODE_COMPILE_CACHE: join(home, 'compile-cache'),
} as const;

/** Returns the environment of osls, which runs without AWS credentials and without the home folder. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  HOME: home,
  USERPROFILE: home,
  AWS_EC2_METADATA_DISABLED: 'true',
  ...SETTINGS,
});

/** `execute` replaces node:child_process in tests. */
export const createRunOsls =
  (execute: Execute = promisify(execFile)): RunOsls =>
  async ({ command, stage, folder, args = [], signal }) => {
    await mkdir(home, { recursive: true });
    const options = { cwd: folder, env: environment(), ...(signal && { signal }) };
    try {
      await execute(process.execPath, [osls, command, '--stage', stage, ...args], options);
    } catch (error) {
      signal?.throwIfAborted();
      const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
      throw new Error(`osls ${command} failed:\n${stderr}${stdout}`.trim(), { cause: error });
    }
  };

/** Templates of earlier runs, because osls takes seconds for a template. */
const CACHE = join(workFolder, 'osls', 'templates');

const MAX_TEMPLATES = 200;

const TEMPLATE_FILE = '.serverless/cloudformation-template-update-stack.json';

interface CompileOptions {
  readonly stage: string;
  /** The folder with osls's input files and the zips of the functions. */
  readonly folder: string;
  /** The names of the zips, which change with their content. */
  readonly zips: readonly string[];
  readonly signal?: AbortSignal;
}

/** Returns a hash of everything that changes the template. The version of osls is in serverless.yml. */
const hashOf = async ({ folder, stage, zips }: CompileOptions): Promise<string> => {
  const resources = (await readdir(join(folder, 'infra/stack/resources'))).sort();
  const files = ['serverless.yml', 'stack.json', ...resources.map((name) => join('infra/stack/resources', name))];
  const hash = createHash('sha256').update(JSON.stringify([stage, zips]));
  for (const file of files) hash.update(await readFile(join(folder, file)));
  return hash.digest('hex');
};

/** Deletes the oldest templates, so that the cache does not grow without end. */
const removeOldest = async (): Promise<void> => {
  const files = (await readdir(CACHE)).map((name) => join(CACHE, name));
  if (files.length <= MAX_TEMPLATES) return;
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const oldest = dated.sort((one, other) => other.at - one.at).slice(MAX_TEMPLATES);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
};

const store = async (file: string, text: string): Promise<void> => {
  await writeFileWhole(file, text);
  await removeOldest();
};

/** Returns the template that osls makes from the files of a folder. Runs osls only if no run had the same files. */
export const compileTemplate = async (options: CompileOptions): Promise<Template> => {
  const file = join(CACHE, `${await hashOf(options)}.json`);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as Template;
  const { folder, stage, signal } = options;
  await createRunOsls()({ command: 'package', stage, folder, ...(signal && { signal }) });
  const text = await readFile(join(folder, TEMPLATE_FILE), 'utf8');
  // A template that cannot be stored is made again next time.
  await store(file, text).catch(() => undefined);
  return JSON.parse(text) as Template;
};
