import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { applySeeds } from './apply-seeds.ts';
import { describeStatement } from './describe-statement.ts';
import type { OperationName, Operations } from './messages.ts';
import { runStatement } from './run-statement.ts';

/**
 * Image of the database. PGlite runs in this thread of its own, because only a thread can be stopped during a
 * statement.
 */
const { image } = workerData as { image?: Uint8Array<ArrayBuffer> };
const database = await PGlite.create(image ? { loadDataDir: new Blob([image]) } : {});

const operations: Operations = {
  seed: (seeds) => applySeeds(database, seeds),
  dump: async (compression) => {
    const dumped = await database.dumpDataDir(compression);
    return new Uint8Array(await dumped.arrayBuffer());
  },
  describe: (statement) => describeStatement(database, statement),
  query: (statement) => runStatement(database, statement),
};

interface WorkerRequest {
  readonly id: number;
  readonly operation: OperationName;
  readonly input: never;
}

parentPort?.on('message', async ({ id, operation, input }: WorkerRequest) => {
  try {
    parentPort?.postMessage({ id, output: await operations[operation](input) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
