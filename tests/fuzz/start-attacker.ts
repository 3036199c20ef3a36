import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IpcMessage, IpcRequest } from './ipc-messages.ts';

/** The attacking process. */
export interface Attacker {
  /** @throws why the process ended, or that it stands still; it is gone then. */
  ask(request: IpcRequest): Promise<IpcMessage>;
  /** The case that it came to last. */
  at(): number;
  close(): Promise<void>;
}

const attack = fileURLToPath(new URL('./attack.ts', import.meta.url));
/** Longer than a case may take before the process itself says that it hangs. */
const SILENT_FOR = 90_000;

export interface AttackerOptions {
  /** What is run in place of attack.ts. */
  readonly program?: string;
  /** Milliseconds without a message after which the process is taken to stand still. */
  readonly silentFor?: number;
}
const WRITTEN_KEPT = 4_000;

/** The next message but those that say where the process is. */
const nextMessage = (
  child: ChildProcess,
  silentFor: number,
  noteIndex: (index: number) => void,
): Promise<IpcMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IpcMessage>();
  const onClose = (code: number | null, signal: string | null) =>
    reject(new Error(`the process ended by ${signal ?? `code ${code}`}`));
  const silence = setTimeout(() => {
    reject(new Error(`the process stood still for ${silentFor / 1_000} s`));
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

/** Starts the process, and waits until it is ready. */
export const startAttacker = async ({
  program = attack,
  silentFor = SILENT_FOR,
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
      written = (written + chunk).slice(-WRITTEN_KEPT);
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
