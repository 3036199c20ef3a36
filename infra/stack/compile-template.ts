import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileWhole } from '../build/replace-folder.ts';
import { workFolder } from '../build/work-folder.ts';
import type { Template } from './template/template.ts';

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
