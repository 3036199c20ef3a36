import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

/**
 * Flags with which V8 compiles and validates only the functions of WebAssembly modules (PostgreSQL and the SQL parser) that
 * run, and each only once: a command ends before faster code pays off. All processes of the program have the same flags,
 * because V8 refuses cached modules that were compiled with others.
 */
export const LAZY_WASM = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--wasm-lazy-validation'] as const;

/** Inputs and outputs are copied between threads. */
type Operations = Readonly<Record<string, (input: never) => Promise<unknown>>>;

export interface Thread<Own extends Operations> {
  /** Rejects if the thread ends first. */
  call<Name extends keyof Own>(operation: Name, ...input: Parameters<Own[Name]>): ReturnType<Own[Name]>;
  terminate(): Promise<void>;
}

interface Order {
  readonly id: number;
  readonly operation: string;
  readonly input: never;
}

interface Reply {
  readonly id: number;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** Returns a variable for a new thread or process. Without a cache, it compiles all modules again. */
export const compileCache = (): Readonly<Record<string, string>> => {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
};

interface ThreadOptions {
  readonly data?: unknown;
  /** The environment variables of the thread besides the compile cache; those of this process by default. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a thread that runs a file. An idle thread does not keep this process running. */
export const startThread = <Own extends Operations>(
  file: string,
  { data, env = process.env }: ThreadOptions = {},
): Thread<Own> => {
  const worker = new Worker(file, { workerData: data, env: { ...env, ...compileCache() } });
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;

  const failAll = (reason: unknown) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.on('message', ({ id, output, error }: Reply) => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (error === undefined) order?.resolve(output);
    else order?.reject(error);
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The thread was stopped.')));

  return {
    call: (operation, ...[input]) => {
      const id = ++orders;
      const order = Promise.withResolvers<unknown>();
      waiting.set(id, order);
      worker.ref();
      worker.postMessage({ id, operation, input });
      return order.promise as ReturnType<Own[typeof operation]>;
    },
    terminate: async () => {
      await worker.terminate();
    },
  };
};

const WRITTEN_AFTER_MS = 2000;

export const serveThread = (operations: Operations): void => {
  // A thread that is stopped would lose the modules that it has compiled.
  parentPort?.once('message', () => setTimeout(flushCompileCache, WRITTEN_AFTER_MS).unref());
  parentPort?.on('message', async ({ id, operation, input }: Order) => {
    try {
      parentPort?.postMessage({ id, output: await operations[operation]?.(input) });
    } catch (error) {
      parentPort?.postMessage({ id, error });
    }
  });
};
