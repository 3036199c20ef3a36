import { type ChildProcess, execFile, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programPath } from '../program/program-files.ts';
import { workFolder } from '../program/work-folder.ts';
import { makeOnce } from '../program/write-files.ts';
import type { Template } from './template/template.ts';

interface OslsRun {
  readonly command: 'package';
  readonly stage: string;
  /** The folder of serverless.yml. */
  readonly folder: string;
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

/** The run has no output. If osls fails, the error contains its output. */
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
  // osls spends most of its processor time on loading modules; this saves a fifth.
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

interface TemplateOrder {
  readonly stage: string;
  /** The folder of serverless.yml. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** The process has loaded osls, and is to make the templates that wait. */
interface OslsProcess {
  readonly child: ChildProcess;
  readonly waiting: Map<number, PromiseWithResolvers<void>>;
}

interface Answer {
  readonly id: number;
  readonly failure?: string;
}

let oslsProcess: OslsProcess | undefined;
let orders = 0;

const endOrder = ({ waiting }: OslsProcess, { id, failure }: Answer): void => {
  if (failure === undefined) waiting.get(id)?.resolve();
  else waiting.get(id)?.reject(new Error(failure));
  waiting.delete(id);
};

const startOsls = (): OslsProcess => {
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  const child = fork(programPath('osls'), [], { env: environment(), execArgv: [], stdio: [...stdio] });
  const started: OslsProcess = { child, waiting: new Map() };
  const end = (): void => {
    if (oslsProcess === started) oslsProcess = undefined;
    for (const id of started.waiting.keys()) endOrder(started, { id, failure: 'the process of osls has ended' });
  };
  child
    .on('message', (answer: Answer) => endOrder(started, answer))
    .once('exit', end)
    .on('error', end);
  return started;
};

/** Keeps this process running while osls makes a template, and not longer. */
const keepRunning = ({ child, waiting }: OslsProcess): void => {
  for (const handle of [child, child.channel]) {
    if (waiting.size > 0) handle?.ref();
    else handle?.unref();
  }
};

/**
 * Lets osls make a template in a process that makes later templates, too, because loading osls takes most of the time.
 * @throws Error with the reason, without the hints that the program of osls prints.
 */
export const runInProcess = async ({ folder, stage, signal }: TemplateOrder): Promise<void> => {
  await mkdir(home, { recursive: true });
  signal?.throwIfAborted();
  oslsProcess ??= startOsls();
  const osls = oslsProcess;
  const id = ++orders;
  const order = Promise.withResolvers<void>();
  const abort = (): unknown => osls.child.kill();
  osls.waiting.set(id, order);
  signal?.addEventListener('abort', abort, { once: true });
  keepRunning(osls);
  osls.child.send({ id, folder, stage });
  try {
    await order.promise;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    keepRunning(osls);
  }
};

/** Templates of earlier runs are kept, because osls takes seconds for a template. */
const CACHE = join(workFolder, 'osls', 'templates');

const TEMPLATE_FILE = '.serverless/cloudformation-template-update-stack.json';

interface CompileOptions extends TemplateOrder {
  /** The names change with the content of the zips. Empty if the versions of functions do not matter. */
  readonly zips: readonly string[];
}

/** Returns a hash of everything that changes the template. The version of osls is in serverless.yml. */
const hashOf = async ({ folder, stage, zips }: CompileOptions): Promise<string> => {
  const resources = (await readdir(join(folder, 'infra/stack/resources'))).sort();
  const files = ['serverless.yml', 'stack.json', ...resources.map((name) => join('infra/stack/resources', name))];
  const hash = createHash('sha256').update(JSON.stringify([stage, zips]));
  for (const file of files) hash.update(await readFile(join(folder, file)));
  return hash.digest('hex');
};

/** Runs osls only if no run had the same files. */
export const compileTemplate = async (options: CompileOptions): Promise<Template> => {
  const { folder, stage, signal } = options;
  const text = await makeOnce(CACHE, `${await hashOf(options)}.json`, async () => {
    await runInProcess(options).catch(() => {
      signal?.throwIfAborted();
      // The command of osls explains an error in more detail than its class.
      return createRunOsls()({ command: 'package', stage, folder, ...(signal && { signal }) });
    });
    return readFile(join(folder, TEMPLATE_FILE));
  });
  return JSON.parse(Buffer.from(text).toString()) as Template;
};
