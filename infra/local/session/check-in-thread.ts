import type { Diagnostic, Diagnostics } from '../../dashboard/folder/diagnostic.ts';
import { programPath } from '../../program/program-files.ts';
import { startThread, type Thread } from '../../program/thread.ts';

export type CheckOperations = {
  readonly check: (folder: string) => Promise<Diagnostics>;
  readonly checkEndpoint: (one: { readonly folder: string; readonly slug: string }) => Promise<readonly Diagnostic[]>;
};

let thread: Thread<CheckOperations> | undefined;

/** Works with the thread. A thread that failed, such as for lack of memory, is replaced for the next call. */
const withThread = async <Result>(work: (running: Thread<CheckOperations>) => Promise<Result>): Promise<Result> => {
  thread ??= startThread(programPath('checkWorker'));
  const running = thread;
  try {
    return await work(running);
  } catch (error) {
    if (thread === running) thread = undefined;
    await running.terminate();
    throw error;
  }
};

/** Checks a dashboard folder in a thread of its own, because large files would stop the endpoints of this process. */
export const checkInThread = (folder: string): Promise<Diagnostics> =>
  withThread((running) => running.call('check', folder));

export const checkEndpointInThread = (folder: string, slug: string): Promise<readonly Diagnostic[]> =>
  withThread((running) => running.call('checkEndpoint', { folder, slug }));
