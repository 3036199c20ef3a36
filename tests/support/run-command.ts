import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clonePath } from '../../infra/program/program-files.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { LAZY_WASM } from '../../infra/program/thread.ts';
import { type CommandProcess, type Outcome, startCommandProcess } from './start-command-process.ts';

export interface Surroundings {
  /** The folder in which the user runs the command; an empty one by default. */
  readonly from?: string;
  /** Environment variables of the command besides PATH. It gets no other variable of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An empty folder, in which users run commands, and which is their home. */
const empty = mkdtempSync(join(tmpdir(), 'wallfeed-empty-'));

/** The process that runs the commands of the tests. It ends with the process of the tests. */
let commands: CommandProcess | undefined;

const environmentOf = ({ from = empty, env = {} }: Surroundings) => ({
  PATH: process.env.PATH,
  HOME: empty,
  TMPDIR: tmpdir(),
  AWS_EC2_METADATA_DISABLED: 'true',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  INIT_CWD: from,
  ...env,
});

/** Returns the URLs of the other services that the CloudFormation emulator at this URL answers. */
const beside = (url: string | undefined): Readonly<Record<string, string>> =>
  url === undefined ? {} : { STS: url, EC2: url, LAMBDA: url };

/** Returns the environment variables of a user whose AWS services are these emulators. */
export const signedIn = (urls: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'eu-west-1',
  ...Object.fromEntries(
    Object.entries({ ...beside(urls.CLOUDFORMATION), ...urls }).map(([service, url]) => [
      `AWS_ENDPOINT_URL_${service}`,
      url,
    ]),
  ),
});

/**
 * Returns the option that keeps a deployment from sending requests to its endpoints, because emulated stacks have none.
 */
export const unverified = (command: string): readonly string[] => (command === 'deploy' ? ['--no-verify'] : []);

const lineOf = (name: string, args: readonly string[]): readonly string[] => [...(name === '' ? [] : [name]), ...args];

/** Runs a command as its npm script does, in a process of its own. */
export const spawnCommand = (
  name: string,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const line = [...LAZY_WASM, clonePath('infra/cli/main.ts'), ...lineOf(name, args)];
    execFile(process.execPath, line, { env: environmentOf(surroundings) }, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
  });

/** Runs a command in the process of all commands. An empty name runs no command. */
export const runCommand = (
  name: string,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> => {
  commands ??= startCommandProcess({
    module: clonePath('infra/cli/run-command-line.ts'),
    folder: projectRoot,
    environment: environmentOf({}),
  });
  return commands.run(lineOf(name, args), environmentOf(surroundings));
};
