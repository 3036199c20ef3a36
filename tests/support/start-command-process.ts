import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LAZY_WASM } from '../../infra/program/thread.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The program is loaded only once for all command lines. */
export interface CommandProcess {
  /** The command sees no other environment variables than these. */
  readonly run: (args: readonly string[], environment: Environment) => Promise<Outcome>;
  readonly close: () => void;
}

interface ProcessOptions {
  /** The path of the module with `runCommandLine`. */
  readonly module: string;
  readonly folder: string;
  readonly environment: Environment;
}

const RUN_LINES = fileURLToPath(new URL('./run-lines.mjs', import.meta.url));

/** Starts a process for command lines. A command that ends the process ends it for all commands after it. */
export const startCommandProcess = ({ module, folder, environment }: ProcessOptions): CommandProcess => {
  const child = fork(RUN_LINES, [module], { cwd: folder, env: environment, execArgv: [...LAZY_WASM], silent: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`the process of the commands ended with ${code}:\n${printed}`);
  });
  ended.catch(() => undefined);
  const keepRunning = (running: boolean): void => {
    for (const handle of [child, child.channel, ...(child.stdio as readonly (Socket | null)[])]) {
      if (running) handle?.ref();
      else handle?.unref();
    }
  };
  keepRunning(false);
  let last: Promise<unknown> = Promise.resolve();
  const send = async (args: readonly string[], sent: Environment): Promise<Outcome> => {
    keepRunning(true);
    child.send({ args, environment: sent });
    const [outcome] = await Promise.race([once(child, 'message'), ended]);
    keepRunning(false);
    return outcome as Outcome;
  };
  return {
    run: (args, sent) => {
      const running = last.catch(() => undefined).then(() => send(args, sent));
      last = running;
      return running;
    },
    close: () => child.disconnect(),
  };
};
