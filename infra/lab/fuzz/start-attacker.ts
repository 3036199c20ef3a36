import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IpcMessage, IpcRequest } from './ipc-messages.ts';

/** The process that runs cases. */
export interface Attacker {
  /** @throws an error that says why the process ended, or that it hangs. The process is then gone. */
  ask(request: IpcRequest): Promise<IpcMessage>;
  /** Number of the last case that the process reported. */
  at(): number;
  close(): Promise<void>;
}

const attack = fileURLToPath(new URL('./attack.ts', import.meta.url));
/**
 * Time without a message after which the process counts as hanging. The process itself reports a hanging case sooner.
 */
const MAX_SILENCE_MS = 90_000;

export interface AttackerOptions {
  /** The program to run instead of attack.ts. */
  readonly program?: string;
  /** Milliseconds without a message after which the process counts as hanging. */
  readonly silentFor?: number;
}
const MAX_OUTPUT_CHARACTERS = 4_000;

/** Waits for the next message that does not report a case. */
const nextMessage = (
  child: ChildProcess,
  silentFor: number,
  noteIndex: (index: number) => void,
): Promise<IpcMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IpcMessage>();
  const onClose = (code: number | null, signal: string | null) =>
    reject(new Error(`the process ended ${signal ? `by ${signal}` : `with code ${code}`}`));
  const silence = setTimeout(() => {
    reject(new Error(`the process sent nothing for ${silentFor / 1_000} s`));
    child.kill('SIGKILL');
  }, silentFor);
  const onMessage = (message: IpcMessage) => {
    silence.refresh();
    if (message.is === 'at') noteIndex(message.index);
    else resolve(message);
  };
  child.on('message', onMessage).on('close', onClose);
  return promise.finally(() => {
    clearTimeout(silence);
    child.off('message', onMessage).off('close', onClose);
  });
};

/** Starts the process and waits until it is ready. */
export const startAttacker = async ({
  program = attack,
  silentFor = MAX_SILENCE_MS,
}: AttackerOptions = {}): Promise<Attacker> => {
  const child = fork(program, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exited = once(child, 'exit');
  let index = 0;
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written = (written + chunk).slice(-MAX_OUTPUT_CHARACTERS);
    });
  }
  const hear = (): Promise<IpcMessage> =>
    nextMessage(child, silentFor, (at) => {
      index = at;
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${written}`.trim());
    });
  await hear();
  return {
    ask: (request) => {
      index = 0;
      const message = hear();
      child.send(request);
      return message;
    },
    at: () => index,
    close: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};
