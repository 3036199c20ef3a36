import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Question, Reply, SubjectName } from './serve.ts';

export interface Server {
  readonly url: string;
  /** The child process answers one question at a time. */
  ask<Asked extends Question>(question: Asked): Promise<Reply<Asked>>;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly name: SubjectName;
  readonly data: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** Starts a server. Its log goes to /dev/null, because the cost of a platform's log is not the server's. */
export const startServer = async ({ name, data, environment = {} }: ServerOptions): Promise<Server> => {
  const child = fork(script, [name, data], {
    env: { ...process.env, ...environment },
    execArgv: ['--no-warnings', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ${name} ended unexpectedly (exit code ${code})`);
  });
  failed.catch(() => undefined);
  const next = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), failed]))[0];
  const port = await next();
  return {
    url: `http://127.0.0.1:${port}`,
    ask: async <Asked extends Question>(question: Asked) => {
      child.send(question);
      return (await next()) as Reply<Asked>;
    },
    close: async () => {
      child.disconnect();
      await failed.catch(() => undefined);
    },
  };
};
