import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { workFolder } from '../build/work-folder.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface Surroundings {
  /** The folder in which the user runs the command; an empty one by default. */
  readonly from?: string;
  /** Environment variables besides PATH. The command gets no others from the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** An empty folder, in which users run commands, and which is their home. */
const empty = mkdtempSync(join(tmpdir(), 'wallfeed-empty-'));
afterAll(() => rmSync(empty, { recursive: true, force: true }));

const ISOLATED = {
  HOME: empty,
  TMPDIR: tmpdir(),
  AWS_EC2_METADATA_DISABLED: 'true',
  NODE_COMPILE_CACHE: join(workFolder, 'compile-cache'),
} as const;

/** Returns the environment variables of a user whose AWS services are these emulators. */
export const signedIn = (urls: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'eu-west-1',
  // The emulator of CloudFormation also says to which account the credentials belong.
  ...Object.fromEntries(
    Object.entries({ ...('CLOUDFORMATION' in urls && { STS: urls.CLOUDFORMATION }), ...urls }).map(([service, url]) => [
      `AWS_ENDPOINT_URL_${service}`,
      url,
    ]),
  ),
});

/** Returns the option with which a deployment to emulators sends no request: they have no endpoints. */
export const unverified = (command: string): readonly string[] => (command === 'deploy' ? ['--no-verify'] : []);

/** Runs a command as its npm script does. An empty name runs no command. */
export const runCommand = (
  name: string,
  args: readonly string[],
  { from = empty, env = {} }: Surroundings = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...ISOLATED, INIT_CWD: from, ...env } };
    execFile(process.execPath, [MAIN, ...(name === '' ? [] : [name]), ...args], options, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
  });
