import { parentPort } from 'node:worker_threads';
import type { SuggestionOrder, SuggestionReply } from './start-suggestion-worker.ts';
import { suggestForFile } from './suggest-for-file.ts';

parentPort?.on('message', async ({ id, file, dashboard }: SuggestionOrder) => {
  const reply: SuggestionReply = await suggestForFile(file, dashboard).then(
    (result) => ({ id, result }),
    (error: Error) => ({ id, failure: error.message }),
  );
  parentPort?.postMessage(reply);
});
