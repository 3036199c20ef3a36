import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Draw } from './draw.ts';
import type { IpcMessage, IpcRequest, Report } from './ipc-messages.ts';

interface Attacker {
  /** @throws Error if the process has ended or hangs. A hanging process is killed. */
  ask(request: IpcRequest): Promise<IpcMessage>;
  at(): number;
  close(): Promise<void>;
}

const attack = fileURLToPath(new URL('./attack.ts', import.meta.url));
/** Without a message for this time, the process counts as hanging. The process itself reports a hanging case sooner. */
const MAX_SILENCE_MS = 90_000;

interface AttackerOptions {
  readonly program?: string;
  /** Milliseconds without a message until the process counts as hanging. */
  readonly silentFor?: number;
}
const MAX_OUTPUT_CHARACTERS = 4_000;

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

/** Holds what the functions make from a bomb, so that it is not moved before it becomes garbage. */
const YOUNG_MEMORY = '--max-semi-space-size=64';

const startAttacker = async ({
  program = attack,
  silentFor = MAX_SILENCE_MS,
}: AttackerOptions = {}): Promise<Attacker> => {
  const child = fork(program, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', YOUNG_MEMORY],
  });
  const exited = once(child, 'exit');
  let index = 0;
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written = (written + chunk).slice(-MAX_OUTPUT_CHARACTERS);
    });
  }
  const hear = (patience: number): Promise<IpcMessage> =>
    nextMessage(child, patience, (at) => {
      index = at;
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${written}`.trim());
    });
  await hear(MAX_SILENCE_MS);
  return {
    ask: (request) => {
      index = 0;
      const message = hear(silentFor);
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

/** A separate process, so that crashes and hangs of functions are noticed too. */
export interface Attack {
  /** If the process ends or hangs, the case that was running has failed. */
  run(draw: Draw): Promise<Report>;
  close(): Promise<void>;
}

const describeDrawn = async (attacker: Attacker, draw: Draw): Promise<string> => {
  const message = await attacker.ask({ describe: draw });
  return message.is === 'described' ? message.text : '';
};

export const startAttack = async (options?: AttackerOptions): Promise<Attack> => {
  let attacker = await startAttacker(options);

  /** Returns the case that ended the process, unshrunk, because shrinking needs the process. */
  const lost = async (draw: Draw, error: Error): Promise<Report> => {
    const path = draw.path ?? String(attacker.at());
    attacker = await startAttacker(options);
    const found = await describeDrawn(attacker, { ...draw, path });
    return { answers: {}, shapes: {}, seconds: 0, failure: { path, faults: error.message, found } };
  };

  return {
    run: async (draw) => {
      try {
        const message = await attacker.ask({ run: draw });
        if (message.is !== 'done')
          throw new Error(`the attacked process sent an unexpected message: ${JSON.stringify(message)}`);
        return message.report;
      } catch (error) {
        return lost(draw, error as Error);
      }
    },
    close: () => attacker.close(),
  };
};
