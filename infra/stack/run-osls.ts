import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workFolder } from '../build/work-folder.ts';

export interface OslsRun {
  readonly command: 'package';
  readonly stage: string;
  /** The folder of serverless.yml. */
  readonly folder: string;
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Runs osls without output. If it fails, the error contains its output. */
export type RunOsls = (run: OslsRun) => Promise<void>;

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
