import { Worker } from 'node:worker_threads';
import type { OperationName, Operations } from './messages.ts';

export interface DatabaseWorker {
  call<Name extends OperationName>(
    operation: Name,
    input: Parameters<Operations[Name]>[0],
  ): ReturnType<Operations[Name]>;
  terminate(): Promise<void>;
}

interface WorkerReply {
  readonly id: number;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** Starts a database thread from an image of the database files. Without an image, startup takes seconds. */
export const startWorker = (image?: Uint8Array): DatabaseWorker => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { image } });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;

  const failAll = (reason: unknown) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.on('message', ({ id, output, error }: WorkerReply) => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) order?.resolve(output);
    else order?.reject(error);
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The database was stopped.')));

  return {
    call: (operation, input) => {
      const id = ++orders;
      const order = Promise.withResolvers<unknown>();
      waiting.set(id, order);
      worker.postMessage({ id, operation, input });
      return order.promise as ReturnType<Operations[typeof operation]>;
    },
    terminate: async () => {
      await worker.terminate();
    },
  };
};
