import { parentPort } from 'node:worker_threads';
import type { FitOrder, FitReply } from './start-suggestion-worker.ts';
import { fitFile } from './suggest-for-file.ts';

parentPort?.on('message', async ({ id, file, dashboard }: FitOrder) => {
  const reply: FitReply = await fitFile(file, dashboard).then(
    (result) => ({ id, result }),
    (error: Error) => ({ id, failure: error.message }),
  );
  parentPort?.postMessage(reply);
});
