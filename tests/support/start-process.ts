import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../infra/program/project-root.ts';
import { LAZY_WASM } from '../../infra/program/thread.ts';
import { workFolder } from '../../infra/program/work-folder.ts';

export interface StartProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** From the character `since` on. */
  readonly printed: (pattern: RegExp, since?: number) => Promise<RegExpExecArray>;
  readonly exited: Promise<number | null>;
  /** Sends SIGINT. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
}

const TIMEOUT_MS = 300_000;

const waitFor = async <Result>(look: () => Result | undefined | null, complaint: () => string): Promise<Result> => {
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    const found = look();
    if (found !== undefined && found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(complaint());
};

export const isGroupAlive = ({ pid = 0 }: ChildProcess): boolean => {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
};

export const groupIsGone = (child: ChildProcess): Promise<true> =>
  waitFor(
    () => !isGroupAlive(child) || undefined,
    () => 'a process was left behind',
  );

export const STACKS = join(workFolder, 'stacks');

export const stagedBy = async ({ child }: StartProcess): Promise<readonly string[]> =>
  (await readdir(STACKS)).filter((name) => name.startsWith(`${child.pid}-`));

export const watchProcess = (child: ChildProcess): StartProcess => {
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    output: () => text,
    printed: (pattern, since = 0) =>
      waitFor(
        () => pattern.exec(text.slice(since)),
        () => `${pattern} was not printed, but:\n${text}`,
      ),
    exited,
    stop: async () => {
      child.kill('SIGINT');
      return exited;
    },
  };
};

const OWN_SETTINGS = {
  NODE_NO_WARNINGS: '1',
  NODE_OPTIONS: '',
};

/** As the leader of a process group. */
export const runServer = (
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): StartProcess =>
  watchProcess(
    spawn(process.execPath, [...LAZY_WASM, join(projectRoot, 'infra/cli/main.ts'), command, ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...OWN_SETTINGS, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  );

export const runStart = (args: readonly string[], environment?: Readonly<Record<string, string>>): StartProcess =>
  runServer('start', ['--demo', ...args], environment);
