import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clonePath } from '../../infra/program/program-files.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { LAZY_WASM } from '../../infra/program/thread.ts';
import { type CommandProcess, type Outcome, startCommandProcess } from './start-command-process.ts';

export interface Surroundings {
  /** The folder of the user; an empty one by default. */
  readonly from?: string;
  /** Besides PATH. The command gets no other variable of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Users run commands in this folder, which is their home. */
const empty = mkdtempSync(join(tmpdir(), 'wallfeed-empty-'));

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

const beside = (url: string | undefined): Readonly<Record<string, string>> =>
  url === undefined ? {} : { STS: url, EC2: url, LAMBDA: url };

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

export const unverified = (command: string): readonly string[] => (command === 'deploy' ? ['--no-verify'] : []);

const lineOf = (name: string, args: readonly string[]): readonly string[] => [...(name === '' ? [] : [name]), ...args];

/** As its npm script does, in a process of its own. */
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
