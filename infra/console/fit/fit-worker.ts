import { parentPort } from 'node:worker_threads';
import { fitFile } from './fit-file.ts';
import type { FitOrder, FitReply } from './start-fitting.ts';

parentPort?.on('message', async ({ id, file, dashboard }: FitOrder) => {
  const reply: FitReply = await fitFile(file, dashboard).then(
    (result) => ({ id, result }),
    (error: Error) => ({ id, failure: error.message }),
  );
  parentPort?.postMessage(reply);
});
