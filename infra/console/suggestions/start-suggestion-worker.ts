import { Worker } from 'node:worker_threads';
import { programPath } from '../../program/program-files.ts';
import type { SuggestionResult } from '../protocol/protocol.ts';
import type { ExtendedDashboard, GivenFile } from './suggest-for-file.ts';

export interface SuggestionOrder {
  readonly id: number;
  readonly file: GivenFile;
  readonly dashboard: ExtendedDashboard;
}

export type SuggestionReply =
  | { readonly id: number; readonly result: SuggestionResult }
  | { readonly id: number; readonly failure: string };

const MAX_SUGGESTION_MS = 9_000;
const TOO_SLOW =
  'The components that the file fits could not be found within 10 s. Drop its first rows alone, or write the endpoint into dashboard.yml yourself.';

const tooSlow = ({ name }: GivenFile): SuggestionResult => ({
  file: name,
  header: [],
  rows: 0,
  fits: [],
  misses: [],
  problem: { sentence: TOO_SLOW, details: [], tables: [] },
});

/** Rejects if the thread ends first. */
const replyOf = (worker: Worker, order: SuggestionOrder, maxMs: number): Promise<SuggestionReply | undefined> => {
  const { promise, resolve, reject } = Promise.withResolvers<SuggestionReply | undefined>();
  const timer = setTimeout(resolve, maxMs, undefined);
  const take = (reply: SuggestionReply): void => {
    if (reply.id === order.id) resolve(reply);
  };
  worker.on('message', take).on('error', reject);
  worker.postMessage(order);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', take).off('error', reject);
  });
};

/**
 * Creates a function that finds the components that a file fits, in a thread of its own, because a wide or long file
 * would stop the endpoints of this process.
 */
export const startSuggestionWorker = (
  maxMs = MAX_SUGGESTION_MS,
): ((file: GivenFile, dashboard: ExtendedDashboard) => Promise<SuggestionResult>) => {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let orders = 0;

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const run = async (file: GivenFile, { timezone, checked }: ExtendedDashboard): Promise<SuggestionResult> => {
    worker ??= new Worker(programPath('suggestionWorker'));
    worker.unref();
    orders += 1;
    const dashboard = { timezone, checked: checked.map(({ slug }) => ({ slug })) };
    try {
      const reply = await replyOf(worker, { id: orders, file, dashboard }, maxMs);
      if (reply && 'result' in reply) return reply.result;
      if (reply) throw new Error(reply.failure);
    } catch (error) {
      await end();
      throw error;
    }
    await end();
    return tooSlow(file);
  };
  return (file, dashboard) => {
    const result = last.then(() => run(file, dashboard));
    last = result.catch(() => undefined);
    return result;
  };
};
